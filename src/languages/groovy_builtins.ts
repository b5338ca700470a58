/** What Groovy has built in, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";
import { memberResults } from "./class_family/library.ts";
import { LANG_TYPES } from "./jvm/lang_types.ts";
import { JVM_COMMON_MEMBERS, JVM_TYPES } from "./jvm/library_types.ts";

const PRIMITIVES = "int long short byte char boolean float double void".split(" ");

/** What Groovy adds to the collections of Java. */
const ADDED = memberResults(
  ["find first last head max min sum getAt pop inject", "element"],
  [
    "each eachWithIndex findAll grep sort toSorted unique toUnique reverse take drop takeWhile dropWhile plus minus " +
    "tail init asImmutable shuffled toList toSet",
    "same",
  ],
  ["collect", "mapped"],
  ["collectMany", "flattened"],
);

/** Types of packages that every file imports, by their last names. */
const KNOWN =
  "Collection List ArrayList LinkedList Set HashSet LinkedHashSet TreeSet SortedSet Queue Deque ArrayDeque " +
  "Iterator Map HashMap LinkedHashMap TreeMap SortedMap Optional";

function extended(type: BuiltinType): BuiltinType {
  return { ...type, members: { ...ADDED, ...type.members } };
}

/** Names of packages that every file imports. */
const IMPORTED =
  ("File InputStream OutputStream Reader Writer IOException URL URI Date Random Locale Collections Arrays Calendar UUID " +
    "Scanner Properties BigDecimal BigInteger Closure GString Binding Script Grab Grapes Immutable Canonical " +
    "ToString EqualsAndHashCode CompileStatic TypeChecked Slf4j Delegate Category Mixin").split(
      " ",
    );

const SCRIPT_NAMES = "println print printf sleep use evaluate run args binding def".split(" ");

/** Groovy's semantics. */
export const groovySemantics: Semantics = {
  family: "jvm",
  separator: ".",
  classScopeIsLexical: true,
  inheritance: "breadth-first",
  constructors: [CONSTRUCTOR],
  callMember: "call",
  redefinition: "overload",
  choosesByTypes: true,
  inheritsOverloads: true,
  namesApart: true,
  needsImport: true,
  functionsAreClosed: true,
  memberlessBases: new Set([
    "Object",
    "java.io.Serializable",
    "Serializable",
    "Cloneable",
    "Comparable",
  ]),
  builtinNames: new Set([...LANG_TYPES, ...IMPORTED, ...SCRIPT_NAMES]),
  builtinTypes: {
    ...Object.fromEntries(PRIMITIVES.map((type) => [type, { members: {} }])),
    ...JVM_TYPES,
    ...Object.fromEntries(
      KNOWN.split(" ").map((name) => [name, extended(JVM_TYPES[`java.util.${name}`]!)]),
    ),
    Iterable: extended(JVM_TYPES["java.lang.Iterable"]!),
    String: {
      members: memberResults([
        "trim strip toLowerCase toUpperCase substring replace replaceAll replaceFirst concat intern repeat format " +
        "stripIndent stripMargin capitalize uncapitalize plus padLeft padRight reverse center",
        "same",
      ]),
    },
    list: extended(JVM_TYPES["java.util.List"]!),
  },
  commonMembers: new Set([
    ...JVM_COMMON_MEMBERS,
    "each",
    "collect",
    "findAll",
    "any",
    "every",
    "call",
  ]),
};
