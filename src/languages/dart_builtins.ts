/** What Dart has built in, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";
import { memberResults } from "./class_family/library.ts";
import { DART_NAMES } from "./dart/library_names.ts";

const PLAIN: BuiltinType = { members: {} };

const SEQUENCE: BuiltinType = {
  members: memberResults(
    [
      "where skip take skipWhile takeWhile toList toSet followedBy cast whereType reversed sublist getRange union " +
      "intersection difference distinct asBroadcastStream handleError",
      "same",
    ],
    [
      "first last single firstWhere lastWhere singleWhere elementAt removeAt removeLast reduce firstOrNull lastOrNull " +
      "current",
      "element",
    ],
    ["map asyncMap", "mapped"],
    ["expand asyncExpand", "flattened"],
    ["iterator", "same"],
  ),
  properties: new Set([
    "first",
    "last",
    "single",
    "reversed",
    "firstOrNull",
    "lastOrNull",
    "iterator",
    "current",
  ]),
  callbacks: { fold: ["unknown", "element"], sort: ["element", "element"], listen: ["element"] },
};

const MAP: BuiltinType = {
  members: memberResults(
    ["putIfAbsent remove update", "element"],
    ["values", { builtin: "Iterable", of: "value" }],
    ["keys", { builtin: "Iterable", of: "key" }],
    ["entries", "entry"],
  ),
  entry: "MapEntries",
  properties: new Set(["values", "keys", "entries"]),
  callbacks: { forEach: ["unknown", "element"] },
};

/** What `map.entries` gives. */
const ENTRIES: BuiltinType = { members: {}, entry: "MapEntry" };

const ENTRY: BuiltinType = { members: {}, fields: { key: 0, value: 1 } };

const TEXT: BuiltinType = {
  members: memberResults([
    "trim trimLeft trimRight toLowerCase toUpperCase substring replaceAll replaceFirst padLeft padRight toString",
    "same",
  ]),
};

const FUTURE: BuiltinType = {
  members: memberResults(["then", "returned"], ["catchError whenComplete timeout", "same"]),
  unwraps: 0,
};

/** Dart's semantics. */
export const dartSemantics: Semantics = {
  family: "dart",
  separator: ".",
  classScopeIsLexical: true,
  inheritance: "depth-first",
  constructors: [CONSTRUCTOR],
  callMember: "call",
  subscriptMember: "[]",
  redefinition: "overload",
  functionsAreClosed: true,
  declaredBeforeUse: true,
  extendsOutside: true,
  needsImport: true,
  memberlessBases: new Set(["Object", "Comparable", "Exception", "Error"]),
  builtinNames: DART_NAMES,
  builtinTypes: {
    ...Object.fromEntries(
      "int double num bool Object void".split(" ").map((type) => [type, PLAIN]),
    ),
    ...Object.fromEntries(
      "List Set Iterable Iterator Stream list".split(" ").map((type) => [type, SEQUENCE]),
    ),
    Map: MAP,
    MapEntries: ENTRIES,
    MapEntry: ENTRY,
    String: TEXT,
    Future: FUTURE,
    FutureOr: FUTURE,
  },
  listType: "List",
  tupleMember: { prefix: "$", first: 1 },
  commonMembers: new Set(
    ("toString hashCode runtimeType noSuchMethod then catchError whenComplete timeout listen add addAll addError remove " +
      "removeAt removeLast removeWhere clear contains containsKey containsValue indexOf insert insertAll join map where " +
      "expand fold reduce any every forEach first last single firstWhere lastWhere toList toSet cast take skip sort " +
      "split substring trim replaceAll startsWith endsWith padLeft padRight toLowerCase toUpperCase parse tryParse " +
      "isEmpty isNotEmpty length keys values entries putIfAbsent update close cancel pause resume complete " +
      "completeError send write writeln writeAll read open of from generate filled call get set put build dispose " +
      "initState setState didUpdateWidget copyWith push pop show start stop reset compareTo format now difference " +
      "wait value delayed elementAt sublist cancelOnError emit isAfter isBefore toJson fromJson")
      .split(" "),
  ),
};
