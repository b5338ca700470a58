/** What Scala has built in, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";
import { memberResults } from "./class_family/library.ts";
import { JVM_COMMON_MEMBERS, JVM_TYPES } from "./jvm/library_types.ts";
import { LANG_TYPES } from "./jvm/lang_types.ts";

const READ = ["head", "last", "tail", "init", "toList", "toSeq", "toVector", "reverse", "distinct"];
const SEQUENCE: BuiltinType = {
  members: memberResults(
    [
      "filter filterNot sorted sortBy sortWith reverse distinct take drop takeWhile dropWhile tail init toList toSeq " +
      "toVector toArray toSet prepended appended slice withFilter",
      "same",
    ],
    [
      "head last find headOption lastOption get getOrElse apply min max minBy maxBy reduce next orElse",
      "element",
    ],
    ["map collect", "mapped"],
    ["flatMap", "flattened"],
  ),
  properties: new Set([...READ, "headOption", "lastOption", "get"]),
};
const MAP: BuiltinType = {
  members: memberResults(
    ["apply get getOrElse getOrElseUpdate remove", "element"],
    ["filter updated removed", "same"],
    ["values", { builtin: "Seq", of: "value" }],
    ["keys keySet", { builtin: "Seq", of: "key" }],
  ),
  properties: new Set(["values", "keys", "keySet"]),
};
const PLAIN =
  "Int Long Short Byte Char Boolean Float Double Unit Nothing Any AnyRef AnyVal Null BigInt BigDecimal"
    .split(" ");
const NAMES =
  ("println print printf require assert assume identity implicitly summon classOf locally sys Some None Nil Left Right " +
    "Success Failure Try Future Either StringContext Predef ??? Ordering Numeric App Product Serializable " +
    "PartialFunction Function Function1 Function2 Tuple2 Tuple3 StringBuilder Range BigInt BigDecimal")
    .split(" ");

/** Scala's semantics. */
export const scalaSemantics: Semantics = {
  family: "jvm",
  separator: ".",
  classScopeIsLexical: true,
  inheritance: "c3",
  constructors: [CONSTRUCTOR],
  callMember: "apply",
  redefinition: "overload",
  choosesByTypes: true,
  inheritsOverloads: true,
  namesApart: true,
  typesAreInValues: true,
  gettersAreCalled: true,
  readsMayBeCalls: true,
  functionsAreClosed: true,
  extendsOutside: true,
  needsImport: true,
  memberlessBases: new Set([
    "Any",
    "AnyRef",
    "AnyVal",
    "App",
    "Product",
    "Serializable",
    "java.io.Serializable",
  ]),
  tupleMember: { prefix: "_", first: 1 },
  builtinNames: new Set([...LANG_TYPES, ...PLAIN, ...NAMES]),
  builtinTypes: {
    ...Object.fromEntries(PLAIN.map((type) => [type, { members: {} }])),
    ...JVM_TYPES,
    ...Object.fromEntries(
      "List Seq Vector Set Array Option Iterator Iterable IndexedSeq LazyList Stream Traversable list"
        .split(" ")
        .map((type) => [type, SEQUENCE]),
    ),
    Map: MAP,
    "java.lang.String": { members: {} },
  },
  commonMembers: new Set([
    ...JVM_COMMON_MEMBERS,
    ..."map flatMap filter foreach fold foldLeft foldRight head tail toList mkString zip apply unapply exists forall size"
      .split(" "),
  ]),
};
