/** What C++ has built in and in its standard library, as far as resolution needs it. */
import type { BuiltinResult, BuiltinType, Semantics } from "../resolve/semantics.ts";
import { CONSTRUCTOR } from "./c_family/constructor_name.ts";
import { C_LIBRARY, C_TYPES } from "./c_builtins.ts";

const STRING: BuiltinResult = { builtin: "string" };

/** Members that give one of the elements, or an iterator or pointer to one, which is taken for it. */
const ELEMENTS: Readonly<Record<string, BuiltinResult>> = Object.fromEntries(
  ("front back at data begin end cbegin cend rbegin rend top find lower_bound upper_bound emplace_back emplace " +
    "insert erase get value value_or release lock extract").split(" ").map((
      name,
    ) => [name, "element"]),
);

const CONTAINER: BuiltinType = { members: ELEMENTS, closed: true };

/** Maps: iterators lead to pairs of key and value. */
const MAP: BuiltinType = {
  members: {
    ...Object.fromEntries(Object.keys(ELEMENTS).map((name) => [name, "entry"])),
    at: "element",
  },
  closed: true,
  entry: "pair",
};

/** Smart pointers: `->` leads to members of what they point to, `.` to their own. */
const POINTER: BuiltinType = {
  members: { get: "element", release: "element", lock: "same", value: "element" },
  closed: true,
  unwraps: 0,
};

/** A pointer or array: its elements are told apart from those of what it points to. */
export const POINTER_TYPE = "pointer";

const TEXT: BuiltinType = {
  members: { substr: STRING, str: STRING, append: STRING, replace: STRING },
  closed: true,
};

const STANDARD: Readonly<Record<string, BuiltinType>> = {
  ...Object.fromEntries(
    ("vector list deque array set multiset unordered_set unordered_multiset forward_list queue stack priority_queue " +
      "span initializer_list").split(" ").map((name) => [name, CONTAINER]),
  ),
  ...Object.fromEntries(
    "map multimap unordered_map unordered_multimap".split(" ").map((name) => [name, MAP]),
  ),
  pair: { members: {}, closed: true, fields: { first: 0, second: 1 } },
  ...Object.fromEntries(
    "unique_ptr shared_ptr weak_ptr optional reference_wrapper".split(" ").map((
      name,
    ) => [name, POINTER]),
  ),
  ...Object.fromEntries(
    "string wstring string_view stringstream ostringstream istringstream".split(" ")
      .map((name) => [name, TEXT]),
  ),
};

/** Types of the standard library whose members are known. */
export const STANDARD_TYPES: ReadonlySet<string> = new Set(Object.keys(STANDARD));

/** Names that are the standard library's wherever they stand without `std::`. */
const STANDARD_NAMES = new Set([...C_LIBRARY, "std"]);

/** Methods of the standard library's types: a name alone proves nothing about them. */
const COMMON_MEMBERS = new Set(
  ("begin end cbegin cend rbegin rend size length empty clear push_back pop_back emplace_back emplace insert erase " +
    "find count at front back data resize reserve capacity swap get reset release lock value has_value first " +
    "second c_str str substr append compare replace push pop top load store exchange wait notify_one notify_all " +
    "join detach open close read write flush good fail eof what name hash_code assign merge splice sort unique " +
    "reverse remove contains key_comp bucket_count max_size shrink_to_fit tie rdbuf setf width precision fill")
    .split(" "),
);

/** C++'s semantics. */
export const cppSemantics: Semantics = {
  family: "c",
  separator: "::",
  moduleSeparator: "::",
  classScopeIsLexical: true,
  inheritance: "depth-first",
  constructors: [CONSTRUCTOR],
  callMember: "operator()",
  pointerMember: "operator->",
  subscriptMember: "operator[]",
  iteration: { iterators: [], steps: ["begin"] },
  redefinition: "overload",
  declaredBeforeUse: true,
  constantsAreCallable: true,
  choosesByTypes: true,
  transparentPointers: true,
  needsImport: false,
  builtinNames: STANDARD_NAMES,
  builtinTypes: { ...C_TYPES, ...STANDARD, [POINTER_TYPE]: { members: {}, forwards: 0 } },
  commonMembers: COMMON_MEMBERS,
};
