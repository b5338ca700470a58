/** The types of `java.lang`. */

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
