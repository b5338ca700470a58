/** What Python has built in, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";

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

/** Members of sequences; operators count by the method that they call. */
const SEQUENCE: BuiltinType["members"] = {
  copy: "same",
  pop: "element",
  __getitem__: "element",
  __iter__: "same",
  __next__: "element",
  __add__: "same",
  __mul__: "same",
  count: { builtin: "int" },
  index: { builtin: "int" },
};

const SET: BuiltinType["members"] = {
  copy: "same",
  pop: "element",
  union: "same",
  intersection: "same",
  difference: "same",
  symmetric_difference: "same",
  __or__: "same",
  __and__: "same",
  __sub__: "same",
};

const DICTIONARY: BuiltinType["members"] = {
  copy: "same",
  get: "element",
  pop: "element",
  setdefault: "element",
  keys: { builtin: "list", of: "key" },
  values: { builtin: "list", of: "value" },
  items: { builtin: "list", of: "pair" },
  __getitem__: "element",
  __or__: "same",
};

const text = { builtin: "str" } as const;
const texts = { builtin: "list", of: "self" } as const;

const STRING: BuiltinType["members"] = {
  ...Object.fromEntries(
    ("capitalize casefold center expandtabs format format_map join ljust lower lstrip removeprefix removesuffix " +
      "replace rjust rstrip strip swapcase title translate upper zfill __add__ __mul__ __mod__ __getitem__")
      .split(" ").map((name) => [name, text]),
  ),
  encode: { builtin: "bytes" },
  split: texts,
  rsplit: texts,
  splitlines: texts,
};

const number = (type: string): BuiltinType => ({
  members: Object.fromEntries(
    ["__add__", "__sub__", "__mul__", "__floordiv__", "__mod__"].map((
      name,
    ) => [name, { builtin: type }]),
  ),
  closed: true,
});

/** Python's semantics. */
export const pythonSemantics: Semantics = {
  family: "python",
  separator: ".",
  classScopeIsLexical: false,
  inheritance: "c3",
  constructors: ["__init__", "__new__"],
  callMember: "__call__",
  subscriptMember: "__getitem__",
  iteration: { iterators: ["__iter__", "__aiter__"], steps: ["__next__", "__anext__"] },
  functionsAreClosed: true,
  callsTellParameters: true,
  memberlessBases: new Set(["abc.ABC", "typing.NamedTuple", "typing.TypedDict"]),
  gettersAreCalled: true,
  parametersAreOpaque: true,
  redefinition: "replace",
  needsImport: true,
  builtinNames: BUILTIN_NAMES,
  builtinTypes: {
    list: { members: SEQUENCE, closed: true },
    tuple: { members: SEQUENCE, closed: true },
    set: { members: SET, closed: true },
    dict: { members: DICTIONARY, closed: true, iterates: 0 },
    str: { members: STRING, closed: true },
    bytes: { members: { decode: text, __add__: { builtin: "bytes" } }, closed: true },
    int: number("int"),
    float: number("float"),
    bool: { members: {}, closed: true },
    contextvar: { members: { get: "element" }, closed: true },
    queue: { members: { get: "element", get_nowait: "element" }, closed: true },
    future: { members: { result: "element" }, closed: true },
    // What `with` gets from a generator that is decorated as a context manager.
    contextmanager: { members: { __enter__: "element", __aenter__: "element" } },
  },
  commonMembers: COMMON_MEMBERS,
};
