/** What Solidity has built in, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";

const PLAIN: BuiltinType = { members: {} };

const BOOL = { builtin: "bool" } as const;
const ADDRESS: BuiltinType = {
  members: { transfer: BOOL, send: BOOL, call: BOOL, delegatecall: BOOL, staticcall: BOOL },
};

const LIST: BuiltinType = { members: { push: "element", pop: "element" } };

const SIZES = Array.from({ length: 32 }, (_, i) => i + 1);
const TYPES = [
  "address",
  "bool",
  "string",
  "bytes",
  "byte",
  ...SIZES.flatMap((n) => [`uint${8 * n}`, `int${8 * n}`, `bytes${n}`]),
];

/** Solidity's semantics. */
export const soliditySemantics: Semantics = {
  family: "solidity",
  separator: ".",
  classScopeIsLexical: true,
  inheritance: "c3",
  constructors: [CONSTRUCTOR],
  redefinition: "overload",
  choosesByTypes: true,
  inheritsOverloads: true,
  basesStandApart: true,
  extendsOutside: true,
  gettersAreCalled: true,
  functionsAreClosed: true,
  declaredBeforeUse: true,
  needsImport: true,
  builtinNames: new Set(
    ("msg block tx abi now require assert revert keccak256 sha256 sha3 ripemd160 ecrecover addmod mulmod gasleft " +
      "blockhash blobhash selfdestruct suicide type _ address payable").split(" "),
  ),
  builtinTypes: {
    ...Object.fromEntries(TYPES.map((type) => [type, PLAIN])),
    address: ADDRESS,
    list: LIST,
    mapping: PLAIN,
  },
  listType: "list",
  commonMembers: new Set(
    "push pop length call delegatecall staticcall transfer send balance code selector encode decode wrap unwrap concat"
      .split(" "),
  ),
};
