/** What Python has built in, as far as resolution needs it. */
import type { Semantics } from "../resolve/semantics.ts";

/** Functions and classes that every module sees. Source: the `builtins` module of CPython 3.13. */
const BUILTIN_NAMES = new Set(
  ("abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile " +
    "complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals " +
    "hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min " +
    "next object oct open ord pow print property range repr reversed round set setattr slice sorted " +
    "staticmethod str sum super tuple type vars zip __import__ NotImplemented Ellipsis ArithmeticError " +
    "AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError " +
    "BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError " +
    "ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning " +
    "EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError " +
    "FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError " +
    "InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError " +
    "ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError " +
    "PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError " +
    "ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError " +
    "SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError " +
    "UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning " +
    "ValueError Warning ZeroDivisionError").split(" "),
);

/** Members of built-in containers, strings and files: a name alone proves nothing about them. */
const COMMON_MEMBERS = new Set(
  ("append extend insert remove pop clear index count sort reverse copy get items keys values update " +
    "setdefault popitem fromkeys add discard union intersection difference issubset issuperset join split " +
    "rsplit strip lstrip rstrip replace format encode decode startswith endswith find rfind lower upper " +
    "title capitalize splitlines partition rpartition isdigit isalpha zfill read readline readlines write " +
    "writelines close flush seek tell open send recv start run stop cancel wait set put match search sub " +
    "findall group groups next throw").split(" "),
);

/** Python's semantics. */
export const pythonSemantics: Semantics = {
  family: "python",
  separator: ".",
  classScopeIsLexical: false,
  inheritance: "c3",
  constructors: ["__init__", "__new__"],
  callMember: "__call__",
  redefinition: "replace",
  needsImport: true,
  builtinNames: BUILTIN_NAMES,
  builtinTypes: {
    list: { members: { copy: "same", pop: "element" }, closed: true },
    set: { members: { copy: "same", pop: "element", union: "same" }, closed: true },
    dict: { members: { copy: "same" }, closed: true },
    tuple: { members: {}, closed: true },
    str: { members: {}, closed: true },
    int: { members: {}, closed: true },
    float: { members: {}, closed: true },
    bool: { members: {}, closed: true },
  },
  commonMembers: COMMON_MEMBERS,
};
