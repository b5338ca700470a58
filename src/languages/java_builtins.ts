/** What Java has built in and in `java.lang`, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";
import { memberResults } from "./class_family/library.ts";
import { LANG_TYPES } from "./jvm/lang_types.ts";
import { JVM_COMMON_MEMBERS, JVM_TYPES } from "./jvm/library_types.ts";

const NO_MEMBERS: BuiltinType = { members: {} };

const PRIMITIVES = "int long short byte char boolean float double void".split(" ");

const TEXT: BuiltinType = {
  members: memberResults([
    "trim strip toLowerCase toUpperCase substring replace replaceAll replaceFirst concat intern repeat format join",
    "same",
  ]),
};

/** Java's semantics. */
export const javaSemantics: Semantics = {
  family: "jvm",
  separator: ".",
  classScopeIsLexical: true,
  inheritance: "breadth-first",
  constructors: [CONSTRUCTOR],
  redefinition: "overload",
  choosesByTypes: true,
  inheritsOverloads: true,
  namesApart: true,
  functionalInterfaces: true,
  declaredBeforeUse: true,
  needsImport: true,
  functionsAreClosed: true,
  memberlessBases: new Set(["Object", "java.io.Serializable", "Cloneable", "Comparable"]),
  builtinNames: new Set([...LANG_TYPES, "var"]),
  builtinTypes: {
    ...Object.fromEntries(PRIMITIVES.map((type) => [type, NO_MEMBERS])),
    ...JVM_TYPES,
    Iterable: JVM_TYPES["java.lang.Iterable"]!,
    ThreadLocal: JVM_TYPES["java.lang.ThreadLocal"]!,
    String: TEXT,
    list: { members: memberResults(["clone", "same"]) },
  },
  commonMembers: new Set(JVM_COMMON_MEMBERS),
};
