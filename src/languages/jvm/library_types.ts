/** Types of the Java library that hold others: what their methods give. Read by all languages of its machine. */
import type { BuiltinResult, BuiltinType } from "../../resolve/semantics.ts";
import { memberResults } from "../class_family/library.ts";

const LIST_OF_VALUES: BuiltinResult = { builtin: "java.util.List", of: "value" };
const STREAM: BuiltinResult = { builtin: "java.util.stream.Stream", of: "value" };
const OPTIONAL: BuiltinResult = { builtin: "java.util.Optional", of: "value" };
const ITERATOR: BuiltinResult = { builtin: "java.util.Iterator", of: "value" };
const SET = "java.util.Set";

const COLLECTION: BuiltinType = {
  members: memberResults(
    [
      "get getFirst getLast remove removeFirst removeLast pop poll pollFirst pollLast peek peekFirst peekLast " +
      "element first last floor ceiling higher lower set next previous take",
      "element",
    ],
    ["stream parallelStream", STREAM],
    ["iterator listIterator spliterator", ITERATOR],
    ["subList reversed headSet tailSet subSet descendingSet", "same"],
  ),
};

const MAP: BuiltinType = {
  members: memberResults(
    [
      "get getOrDefault put putIfAbsent remove computeIfAbsent computeIfPresent compute merge replace",
      "element",
    ],
    ["values", { builtin: "java.util.Collection", of: "value" }],
    ["keySet navigableKeySet", { builtin: SET, of: "key" }],
    ["entrySet", "entry"],
    ["headMap tailMap subMap descendingMap", "same"],
    ["firstEntry lastEntry floorEntry ceilingEntry pollFirstEntry", "entry"],
  ),
  entry: "java.util.Map.Entry",
  callbacks: { forEach: ["unknown", "element"], computeIfPresent: ["unknown", "element"] },
};

const ENTRY: BuiltinType = {
  members: memberResults(["getValue setValue", "element"]),
  iterates: -1,
  entry: "java.util.Map.Entry",
};

const STREAM_TYPE: BuiltinType = {
  members: memberResults(
    [
      "filter sorted distinct limit skip peek sequential parallel unordered onClose takeWhile dropWhile iterator",
      "same",
    ],
    ["map mapToObj", "mapped"],
    ["flatMap", "flattened"],
    ["findFirst findAny min max reduce", OPTIONAL],
    ["toList collect", LIST_OF_VALUES],
  ),
};

const OPTIONAL_TYPE: BuiltinType = {
  members: memberResults(
    ["get orElse orElseGet orElseThrow", "element"],
    ["filter or", "same"],
    ["map", "mapped"],
    ["flatMap", "flattened"],
    ["stream", STREAM],
  ),
};

const FUTURE: BuiltinType = {
  members: memberResults(
    ["get join getNow", "element"],
    ["whenComplete exceptionally orTimeout", "same"],
    ["thenApply thenApplyAsync handle", "mapped"],
    ["thenCompose", "flattened"],
  ),
};

const REFERENCE: BuiltinType = {
  members: memberResults(["get getAndSet call getPlain getAcquire updateAndGet", "element"]),
};

const LIBRARY: readonly (readonly [type: BuiltinType, package_: string, names: string])[] = [
  [
    COLLECTION,
    "java.util",
    "Collection List ArrayList LinkedList Set HashSet LinkedHashSet TreeSet SortedSet NavigableSet EnumSet Queue " +
    "Deque ArrayDeque PriorityQueue Vector Stack Iterator ListIterator",
  ],
  [COLLECTION, "java.lang", "Iterable"],
  [
    COLLECTION,
    "java.util.concurrent",
    "CopyOnWriteArrayList CopyOnWriteArraySet ConcurrentLinkedQueue ConcurrentLinkedDeque BlockingQueue " +
    "LinkedBlockingQueue ArrayBlockingQueue BlockingDeque LinkedBlockingDeque",
  ],
  [
    MAP,
    "java.util",
    "Map HashMap LinkedHashMap TreeMap SortedMap NavigableMap EnumMap WeakHashMap IdentityHashMap Hashtable",
  ],
  [MAP, "java.util.concurrent", "ConcurrentMap ConcurrentHashMap ConcurrentSkipListMap"],
  [ENTRY, "java.util", "Map.Entry"],
  [STREAM_TYPE, "java.util.stream", "Stream"],
  [OPTIONAL_TYPE, "java.util", "Optional"],
  [FUTURE, "java.util.concurrent", "Future CompletableFuture CompletionStage"],
  [REFERENCE, "java.util.concurrent", "Callable"],
  [REFERENCE, "java.util.concurrent.atomic", "AtomicReference"],
  [REFERENCE, "java.util.function", "Supplier"],
  [REFERENCE, "java.lang.ref", "WeakReference SoftReference Reference"],
  [REFERENCE, "java.lang", "ThreadLocal"],
];

/** The types by qualified name. */
export const JVM_TYPES: Readonly<Record<string, BuiltinType>> = Object.fromEntries(
  LIBRARY.flatMap(([type, package_, names]) =>
    names.split(" ").map((name) => [`${package_}.${name}`, type] as const)
  ),
);

/** Methods of the Java library so common that a name alone proves nothing. */
export const JVM_COMMON_MEMBERS: readonly string[] =
  ("toString equals hashCode getClass compareTo compare clone finalize notify wait get set add addAll remove clear " +
    "contains containsKey size isEmpty put putAll iterator next hasNext stream map filter forEach collect close read " +
    "write flush run call apply accept test append insert length charAt substring indexOf lastIndexOf startsWith " +
    "endsWith trim split replace replaceAll matches format getName getValue getKey values keySet entrySet name " +
    "ordinal valueOf of builder build create open start stop join lock unlock await submit execute shutdown " +
    "getMessage getCause printStackTrace println print printf peek poll offer push pop first last sort reverse " +
    "toArray asList copyOf isPresent orElse orElseThrow getInstance newInstance init initialize reset parse encode " +
    "decode invoke process handle update delete load save find list count id type key value hash copy equals with")
    .split(" ");
