/** What Go has built in, as far as resolution needs it. */
import type { Semantics } from "../resolve/semantics.ts";

/** Predeclared types. Source: the language specification, "Predeclared identifiers". */
export const BASIC_TYPES: ReadonlySet<string> = new Set(
  ("any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string " +
    "uint uint8 uint16 uint32 uint64 uintptr").split(" "),
);

/** Predeclared functions that nobody defines again: a call of one says nothing about the project. */
export const PURE_BUILTINS: ReadonlySet<string> = new Set([
  ...("append cap len make new panic recover").split(" "),
  ...BASIC_TYPES,
]);

/** Every predeclared identifier. */
const BUILTIN_NAMES = new Set([
  ...PURE_BUILTINS,
  ...("clear close complex copy delete imag max min print println real true false nil iota").split(
    " ",
  ),
]);

/** Methods of the interfaces that everything implements: a name alone proves nothing about them. */
const COMMON_MEMBERS = new Set(
  ("Error String GoString Format Write Read Close Seek Flush Reset Len Less Swap Push Pop Lock Unlock RLock RUnlock " +
    "Add Done Wait Do Get Set Put Delete Load Store Run Start Stop Next Err Scan Value Unwrap Is As Name Size " +
    "Mode ModTime IsDir Sys Open Stat MarshalJSON UnmarshalJSON MarshalText UnmarshalText MarshalBinary " +
    "UnmarshalBinary ServeHTTP Header WriteHeader RoundTrip Deadline Context Cancel Equal Before After Sub Unix " +
    "Printf Println Print Fatal Fatalf Errorf Helper Log Logf Skip Skipf Cleanup Parallel Type Kind Elem " +
    "Interface Int Bool Float Bytes WriteString WriteByte ReadString ReadByte").split(" "),
);

const NO_MEMBERS = { members: {}, closed: true } as const;

/** Go's semantics. */
export const goSemantics: Semantics = {
  family: "go",
  separator: ".",
  classScopeIsLexical: false,
  inheritance: "breadth-first",
  constructors: [],
  redefinition: "overload",
  declaredBeforeUse: true,
  needsImport: true,
  structuralInterfaces: true,
  builtinNames: BUILTIN_NAMES,
  builtinTypes: {
    ...Object.fromEntries([...BASIC_TYPES].map((type) => [type, NO_MEMBERS])),
    // What calls the only member of the only built-in interface with methods stays outside.
    error: { members: { Error: { builtin: "string" } }, closed: true },
    slice: { ...NO_MEMBERS, iterates: -1 },
    map: { ...NO_MEMBERS, iterates: 0 },
    chan: NO_MEMBERS,
  },
  commonMembers: COMMON_MEMBERS,
};
