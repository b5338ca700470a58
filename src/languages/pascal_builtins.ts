/** What Pascal has built in and in its libraries, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";
import { memberResults } from "./class_family/library.ts";

const PLAIN =
  ("integer cardinal byte shortint smallint word longint longword int64 uint64 nativeint nativeuint single double " +
    "extended real currency boolean char ansichar widechar pointer variant olevariant tdatetime tbytes set pchar " +
    "longbool wordbool bytebool dword uint8 uint16 uint32 int8 int16 int32 ptrint ptruint comp")
    .split(" ");

const TEXT: BuiltinType = {
  members: memberResults([
    "trim trimleft trimright tolower toupper substring replace insert remove padleft padright",
    "same",
  ]),
};

const SEQUENCE: BuiltinType = {
  members: {
    ...memberResults(
      [
        "items first last extract extractat peek pop dequeue firstordefault lastordefault single singleordefault " +
        "elementat max min",
        "element",
      ],
      ["list where skip take reversed ordered distinct concat asreadonly", "same"],
      ["toarray", { builtin: "list", of: "value" }],
    ),
  },
  properties: new Set(["list"]),
};

const MAP: BuiltinType = {
  members: memberResults(
    ["items extract getvalueordefault", "element"],
    ["values", { builtin: "list", of: "value" }],
    ["keys", { builtin: "list", of: "key" }],
  ),
  properties: new Set(["values", "keys"]),
  entry: "tpair",
};

const TYPES: readonly (readonly [type: BuiltinType, names: string])[] = [
  [
    SEQUENCE,
    "list tarray tlist tobjectlist tqueue tobjectqueue tstack tobjectstack tenumerable tthreadlist tfpglist " +
    "tfpgobjectlist tfpginterfacedobjectlist tvector",
  ],
  [MAP, "tdictionary tobjectdictionary tfpgmap tfpgmapobject thashmap"],
  [{ members: {}, fields: { key: 0, value: 1 }, iterates: -1 }, "tpair"],
];

/** Routines and types of the language itself. */
const LANGUAGE_NAMES =
  ("write writeln read readln inc dec length setlength high low ord chr succ pred assigned freemem getmem new dispose " +
    "copy insert delete pos concat sizeof exit break continue halt abs sqr sqrt odd round trunc include exclude " +
    "fillchar move finalize initialize default typeinfo tobject iinterface iunknown tclass string ansistring " +
    "widestring unicodestring rawbytestring utf8string shortstring text textfile file nil class record constructor const")
    .split(" ");

const COMMON_MEMBERS =
  ("create destroy free add remove delete clear count items get set open close read write execute run start stop " +
    "first last contains indexof insert sort assign load save tostring equals gethashcode name value key text " +
    "length size data next done init update refresh show hide send post put parse format append push pop peek " +
    "exists find copy seek position handle process notify enabled caption").split(" ");

/** Pascal's semantics. */
export const pascalSemantics: Semantics = {
  family: "pascal",
  separator: ".",
  classScopeIsLexical: true,
  inheritance: "depth-first",
  constructors: [],
  subscriptMember: "[]",
  redefinition: "overload",
  choosesByTypes: true,
  inheritsOverloads: true,
  readsMayBeCalls: true,
  callsOfTypesAreCasts: true,
  extendsOutside: true,
  needsImport: true,
  functionsAreClosed: true,
  builtinNames: new Set([...LANGUAGE_NAMES, ...PLAIN]),
  builtinTypes: {
    ...Object.fromEntries(PLAIN.map((type) => [type, { members: {} }])),
    ...Object.fromEntries(
      TYPES.flatMap(([type, names]) => names.split(" ").map((name) => [name, type] as const)),
    ),
    string: TEXT,
  },
  commonMembers: new Set(COMMON_MEMBERS),
};
