/** What Kotlin has built in, as far as resolution needs it. */
import type { BuiltinResult, BuiltinType, Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";
import { memberResults } from "./class_family/library.ts";
import { JVM_COMMON_MEMBERS, JVM_TYPES } from "./jvm/library_types.ts";
import { KOTLIN_TYPES, LANG_TYPES } from "./jvm/lang_types.ts";

const PRIMITIVES = "Int Long Short Byte Char Boolean Float Double Unit Nothing Any UInt ULong"
  .split(" ");

const LIST: BuiltinResult = { builtin: "List", of: "value" };

const SEQUENCE_MEMBERS = memberResults(
  [
    "filter filterNot filterNotNull sorted sortedBy sortedByDescending sortedWith reversed distinct distinctBy take " +
    "drop takeWhile dropWhile takeLast dropLast plus minus toList toMutableList toSet asSequence asReversed subList " +
    "shuffled onEach toTypedArray asIterable",
    "same",
  ],
  [
    "first firstOrNull last lastOrNull single singleOrNull find findLast get getOrNull elementAt max maxOrNull " +
    "maxByOrNull maxBy min minOrNull minByOrNull minBy random removeAt removeFirst removeLast reduce component1 next",
    "element",
  ],
  ["map mapNotNull mapIndexed", "mapped"],
  ["flatMap", "flattened"],
  ["iterator listIterator", { builtin: "Iterator", of: "value" }],
  ["chunked windowed", { builtin: "List", of: "self" }],
);

const SEQUENCE: BuiltinType = { members: SEQUENCE_MEMBERS };

const MAP: BuiltinType = {
  members: memberResults(
    ["get getValue getOrDefault getOrPut getOrElse remove put computeIfAbsent", "element"],
    ["values", LIST],
    ["keys", { builtin: "List", of: "key" }],
    ["entries", "entry"],
    ["filter filterKeys filterValues toMap toMutableMap plus minus", "same"],
  ),
  fields: {},
  entry: "Map.Entry",
};

const ENTRY: BuiltinType = {
  members: memberResults(["component2", "element"]),
  fields: { key: 0, value: 1 },
  iterates: -1,
};

const PAIR: BuiltinType = { members: {}, fields: { first: 0, second: 1, third: 2 } };

const TEXT: BuiltinType = {
  members: memberResults([
    "trim trimIndent trimMargin lowercase uppercase substring substringBefore substringAfter replace plus format " +
    "padStart padEnd removePrefix removeSuffix ifEmpty capitalize repeat",
    "same",
  ]),
};

const HOLDER: BuiltinType = { members: memberResults(["get", "element"]), fields: { value: 0 } };

const NAMES: readonly (readonly [type: BuiltinType, names: string])[] = [
  [
    SEQUENCE,
    "List MutableList ArrayList Collection MutableCollection Iterable MutableIterable Set MutableSet HashSet " +
    "LinkedHashSet Sequence Array Iterator ArrayDeque list",
  ],
  [MAP, "Map MutableMap HashMap LinkedHashMap"],
  [ENTRY, "Map.Entry"],
  [PAIR, "Pair Triple"],
  [TEXT, "String"],
  [HOLDER, "Lazy"],
];

/** Functions of the library that make a value of what they are given. */
const MAKERS = {
  List:
    "listOf mutableListOf arrayListOf setOf mutableSetOf hashSetOf sequenceOf listOfNotNull arrayOf",
};

const TOP_LEVEL =
  ("println print require requireNotNull check checkNotNull error TODO run with apply also let lazy repeat listOf " +
    "mutableListOf arrayListOf emptyList setOf mutableSetOf emptySet mapOf mutableMapOf hashMapOf emptyMap arrayOf " +
    "sequenceOf sequence buildList buildMap buildString maxOf minOf synchronized runCatching assert intArrayOf " +
    "byteArrayOf arrayOfNulls listOfNotNull hashSetOf").split(" ");

/** Kotlin's semantics. */
export const kotlinSemantics: Semantics = {
  family: "jvm",
  separator: ".",
  classScopeIsLexical: true,
  inheritance: "breadth-first",
  constructors: [CONSTRUCTOR],
  callMember: "invoke",
  subscriptMember: "get",
  redefinition: "overload",
  choosesByTypes: true,
  inheritsOverloads: true,
  namesApart: true,
  functionalInterfaces: true,
  declaredBeforeUse: true,
  needsImport: true,
  functionsAreClosed: true,
  extendsOutside: true,
  memberlessBases: new Set(["Any", "java.io.Serializable", "Comparable"]),
  builtinNames: new Set([...LANG_TYPES, ...KOTLIN_TYPES, ...TOP_LEVEL]),
  builtinTypes: {
    ...Object.fromEntries(PRIMITIVES.map((type) => [type, { members: {} }])),
    ...JVM_TYPES,
    ...Object.fromEntries(
      NAMES.flatMap(([type, names]) => names.split(" ").map((name) => [name, type])),
    ),
  },
  outsideResults: Object.fromEntries(
    Object.entries(MAKERS).flatMap(([type, names]) =>
      names.split(" ").map((name) => [name, { type, of: "arguments" } as const])
    ),
  ),
  commonMembers: new Set([
    ...JVM_COMMON_MEMBERS,
    ..."let also run apply takeIf takeUnless map filter forEach first last single any all none count sum joinToString"
      .split(" "),
  ]),
};
