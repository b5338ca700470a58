/** What C# has built in and in the packages that projects import by default, as far as resolution needs it. */
import type { BuiltinResult, BuiltinType, Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./class_family/bindings.ts";
import { memberResults } from "./class_family/library.ts";

const PRIMITIVES =
  "int uint long ulong short ushort byte sbyte bool char float double decimal object void dynamic nint nuint"
    .split(" ");

const LIST: BuiltinResult = { builtin: "System.Collections.Generic.List", of: "value" };

const LINQ = memberResults(
  [
    "Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take SkipWhile TakeWhile Distinct Reverse Concat " +
    "Union Except Intersect AsEnumerable AsParallel AsQueryable DefaultIfEmpty DistinctBy Append Prepend Cast",
    "same",
  ],
  [
    "First FirstOrDefault Last LastOrDefault Single SingleOrDefault ElementAt ElementAtOrDefault Max Min MaxBy MinBy " +
    "Aggregate Find FindLast Dequeue Pop Peek GetValueOrDefault",
    "element",
  ],
  ["Select ConvertAll", "mapped"],
  ["SelectMany", "flattened"],
  ["ToList ToArray ToHashSet FindAll GetRange ToImmutableArray ToImmutableList", LIST],
);

const SEQUENCE: BuiltinType = { members: LINQ };

const MAP: BuiltinType = {
  members: {
    ...LINQ,
    ...memberResults(
      ["Values", { builtin: "System.Collections.Generic.List", of: "value" }],
      ["Keys", { builtin: "System.Collections.Generic.List", of: "key" }],
      ["GetOrAdd AddOrUpdate", "element"],
    ),
  },
  entry: "System.Collections.Generic.KeyValuePair",
};

const ENTRY: BuiltinType = { members: {}, fields: { Key: 0, Value: 1 }, iterates: -1 };

const TASK: BuiltinType = {
  members: memberResults(["ConfigureAwait AsTask", "same"]),
  fields: { Result: 0 },
  unwraps: 0,
};

const HOLDER: BuiltinType = { members: {}, fields: { Value: 0 } };

const TEXT: BuiltinType = {
  members: memberResults([
    "Trim TrimStart TrimEnd ToLower ToUpper ToLowerInvariant ToUpperInvariant Substring Replace Insert Remove PadLeft " +
    "PadRight Normalize Format Join Concat",
    "same",
  ]),
};

const LIBRARY: readonly (readonly [type: BuiltinType, package_: string, names: string])[] = [
  [
    SEQUENCE,
    "System.Collections.Generic",
    "List IList IEnumerable ICollection IReadOnlyList IReadOnlyCollection HashSet ISet SortedSet Queue Stack " +
    "LinkedList IEnumerator IAsyncEnumerable",
  ],
  [SEQUENCE, "System.Linq", "IQueryable IOrderedEnumerable"],
  [
    SEQUENCE,
    "System.Collections.Concurrent",
    "ConcurrentBag ConcurrentQueue ConcurrentStack BlockingCollection",
  ],
  [SEQUENCE, "System.Collections.Immutable", "ImmutableArray ImmutableList ImmutableHashSet"],
  [
    SEQUENCE,
    "System.Collections.ObjectModel",
    "Collection ObservableCollection ReadOnlyCollection",
  ],
  [
    MAP,
    "System.Collections.Generic",
    "Dictionary IDictionary IReadOnlyDictionary SortedDictionary SortedList",
  ],
  [MAP, "System.Collections.Concurrent", "ConcurrentDictionary"],
  [MAP, "System.Collections.Immutable", "ImmutableDictionary"],
  [ENTRY, "System.Collections.Generic", "KeyValuePair"],
  [TASK, "System.Threading.Tasks", "Task ValueTask"],
  [HOLDER, "System", "Lazy Nullable"],
  [HOLDER, "System.Threading", "AsyncLocal ThreadLocal"],
];

/** Types of the library by qualified name. */
export const CSHARP_LIBRARY: Readonly<Record<string, BuiltinType>> = Object.fromEntries(
  LIBRARY.flatMap(([type, package_, names]) =>
    names.split(" ").map((name) => [`${package_}.${name}`, type] as const)
  ),
);

const COMMON_MEMBERS =
  ("ToString Equals GetHashCode GetType CompareTo Dispose Add Remove Clear Contains Count Get Set Invoke Where Select " +
    "First Any All ToList ToArray Write WriteLine Read ReadLine Close Open Flush Start Stop Run Create Build Parse " +
    "TryParse Format Join Split Trim Replace StartsWith EndsWith IndexOf Substring Insert Append Push Pop Peek " +
    "Enqueue Dequeue GetEnumerator MoveNext Wait Cancel Load Save Find Sort Copy CopyTo Clone Name Value Key Length " +
    "AddRange TryGetValue ContainsKey Execute Handle Process Update Delete Insert Init Initialize Reset")
    .split(" ");

/** C#'s semantics. */
export const csharpSemantics: Semantics = {
  family: "csharp",
  separator: ".",
  classScopeIsLexical: true,
  inheritance: "breadth-first",
  constructors: [CONSTRUCTOR],
  subscriptMember: "[]",
  redefinition: "overload",
  choosesByTypes: true,
  inheritsOverloads: true,
  namesApart: true,
  declaredBeforeUse: true,
  needsImport: true,
  functionsAreClosed: true,
  extendsOutside: true,
  typesHaveParts: "marked",
  builtinNames: new Set(["nameof", "var"]),
  builtinTypes: {
    ...Object.fromEntries(PRIMITIVES.map((type) => [type, { members: {} }])),
    ...CSHARP_LIBRARY,
    string: TEXT,
    list: SEQUENCE,
  },
  commonMembers: new Set(COMMON_MEMBERS),
};
