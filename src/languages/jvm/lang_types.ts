/** Types that every file of a language of the Java virtual machine knows. */

/** Those of `java.lang`. */

/** Types that every file knows: the package `java.lang`. */
export const LANG_TYPES: ReadonlySet<string> = new Set(
  ("Object String Class Enum Record Number Integer Long Short Byte Character Boolean Float Double Void Math StrictMath System " +
    "Runtime Thread ThreadGroup Process ProcessBuilder StringBuilder StringBuffer CharSequence Comparable Cloneable " +
    "Runnable AutoCloseable Appendable Readable Throwable Exception RuntimeException Error IllegalArgumentException " +
    "IllegalStateException NullPointerException IndexOutOfBoundsException ArrayIndexOutOfBoundsException " +
    "StringIndexOutOfBoundsException UnsupportedOperationException ClassCastException ArithmeticException " +
    "NumberFormatException InterruptedException CloneNotSupportedException ClassNotFoundException " +
    "NoSuchMethodException NoSuchFieldException SecurityException AssertionError OutOfMemoryError StackOverflowError " +
    "ExceptionInInitializerError LinkageError NoClassDefFoundError IllegalAccessException InstantiationException " +
    "ReflectiveOperationException StackTraceElement ClassLoader Package Module Override Deprecated SuppressWarnings " +
    "FunctionalInterface SafeVarargs Iterable ThreadLocal InheritableThreadLocal").split(" "),
);

/** Kotlin's own that Java has by other names. */
export const KOTLIN_TYPES: readonly string[] =
  ("Int Long Short Byte Char Boolean Float Double Unit Nothing Any UInt ULong UByte UShort List MutableList Set " +
    "MutableSet Map MutableMap Collection MutableCollection Iterable Sequence Array IntArray ByteArray LongArray " +
    "CharArray BooleanArray DoubleArray FloatArray ShortArray Pair Triple Lazy Result Regex ArrayList HashMap HashSet " +
    "LinkedHashMap LinkedHashSet ArrayDeque StringBuilder Throws JvmStatic JvmField JvmName JvmOverloads Volatile " +
    "Synchronized Suppress OptIn RequiresOptIn ExperimentalStdlibApi PublishedApi").split(" ");
