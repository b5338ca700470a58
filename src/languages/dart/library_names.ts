/** Names of Dart's core and asynchronous libraries, which mean the same in every file. */

const TYPES: readonly string[] =
  ("int double num bool String Object dynamic void Null Never Function Symbol Type Record Enum List Map Set Iterable " +
    "Iterator Future FutureOr Stream Duration DateTime Uri RegExp Match Pattern StringBuffer StringSink Sink " +
    "BigInt Comparable Comparator Exception Error StateError ArgumentError RangeError IndexError FormatException " +
    "UnimplementedError UnsupportedError AssertionError TypeError NoSuchMethodError ConcurrentModificationError " +
    "StackOverflowError OutOfMemoryError StackTrace Stopwatch Runes RuneIterator Expando WeakReference Finalizer " +
    "MapEntry Invocation Deprecated BidirectionalIterator").split(" ");

const FUNCTIONS: readonly string[] = "print identical identityHashCode override deprecated pragma"
  .split(" ");

/** All of them. */
export const DART_NAMES: ReadonlySet<string> = new Set([...TYPES, ...FUNCTIONS]);
