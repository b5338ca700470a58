/** What Rust has built in and in its standard library, as far as resolution needs it. */
import type { BuiltinResult, BuiltinType, OutsideResult, Semantics } from "../resolve/semantics.ts";

const PRIMITIVES = "bool char str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64"
  .split(" ");

/** Traits that say nothing of what can be called. */
export const MARKER_TRAITS: ReadonlySet<string> = new Set(
  "Send Sync Sized Unpin Copy UnwindSafe RefUnwindSafe".split(" "),
);

/** Constructors of the prelude: a call of one says nothing about the project. */
export const PRELUDE_VALUES: ReadonlySet<string> = new Set(["Some", "None", "Ok", "Err"]);

/** Macros of the standard library that are in every file. Their arguments count, they do not. */
export const IGNORED_MACROS: ReadonlySet<string> = new Set(
  ("print println eprint eprintln format write writeln panic unreachable todo unimplemented assert assert_eq " +
    "assert_ne debug_assert debug_assert_eq debug_assert_ne vec matches cfg concat stringify env option_env line " +
    "column file module_path include include_str include_bytes compile_error dbg thread_local format_args")
    .split(" "),
);

/** Types and traits that every file knows: that one is named says nothing. */
export const BUILTIN_TYPE_NAMES: ReadonlySet<string> = new Set([
  ...PRIMITIVES,
  ...MARKER_TRAITS,
  ...("Option Vec String Box Drop Fn FnMut FnOnce Clone Debug Default Eq PartialEq Ord PartialOrd Hash Into From " +
    "TryFrom TryInto AsRef AsMut ToOwned ToString Iterator IntoIterator Extend DoubleEndedIterator " +
    "ExactSizeIterator FromIterator").split(" "),
]);

const OPTION: BuiltinResult = { builtin: "Option", of: "value" };
const ITERATOR: BuiltinResult = { builtin: "Iterator", of: "value" };
const STRING: BuiltinResult = { builtin: "String" };
const VEC: BuiltinResult = { builtin: "Vec", of: "value" };

function members(
  ...groups: readonly (readonly [names: string, result: BuiltinResult])[]
): Record<string, BuiltinResult> {
  return Object.fromEntries(
    groups.flatMap(([names, result]) => names.split(" ").map((name) => [name, result])),
  );
}

const SAME =
  "clone to_owned as_ref as_mut as_deref as_deref_mut borrow borrow_mut by_ref into_inner to_vec as_slice as_mut_slice";

const SEQUENCE: BuiltinType = {
  members: members(
    [SAME, "same"],
    [
      "first last first_mut last_mut get get_mut pop pop_front pop_back front back front_mut back_mut peek",
      OPTION,
    ],
    ["iter iter_mut into_iter drain", ITERATOR],
    ["remove swap_remove get_unchecked", "element"],
    ["chunks windows chunks_exact split_off", { builtin: "Iterator", of: "self" }],
    ["as_str", STRING],
  ),
};

const MAP: BuiltinType = {
  members: members(
    [SAME, "same"],
    ["get get_mut remove insert pop", OPTION],
    ["entry", "same"],
    ["or_insert or_insert_with or_default or_insert_with_key", "element"],
    ["iter iter_mut into_iter drain range first_key_value last_key_value", {
      builtin: "Iterator",
      of: "pair",
    }],
    ["keys into_keys", { builtin: "Iterator", of: "key" }],
    ["values values_mut into_values", ITERATOR],
  ),
};

const SET: BuiltinType = {
  members: members([SAME, "same"], ["iter into_iter drain", ITERATOR], [
    "get take replace",
    OPTION,
  ]),
};

const OPTION_TYPE: BuiltinType = {
  members: members(
    [
      `${SAME} cloned copied take filter or or_else inspect insert_or xor replace`,
      "same",
    ],
    [
      "unwrap expect unwrap_or unwrap_or_default unwrap_or_else unwrap_unchecked insert get_or_insert " +
      "get_or_insert_with",
      "element",
    ],
    ["map", "mapped"],
    ["and_then", "flattened"],
    ["ok_or ok_or_else", { builtin: "Result", of: "value" }],
    ["iter iter_mut into_iter", ITERATOR],
  ),
  unwraps: 0,
};

const RESULT_TYPE: BuiltinType = {
  members: members(
    [`${SAME} cloned copied map_err or_else inspect inspect_err context with_context`, "same"],
    ["unwrap expect unwrap_or unwrap_or_default unwrap_or_else", "element"],
    ["map", "mapped"],
    ["and_then", "flattened"],
    ["ok", { builtin: "Option", of: "key" }],
    ["iter into_iter", { builtin: "Iterator", of: "key" }],
  ),
  unwraps: 0,
  iterates: 0,
  content: 0,
  fields: {},
};

const ITERATOR_TYPE: BuiltinType = {
  members: members(
    [
      "filter skip take rev chain by_ref peekable cloned copied skip_while take_while step_by inspect fuse cycle " +
      "into_iter iter clone",
      "same",
    ],
    [
      "next last nth find max min max_by_key min_by_key max_by min_by peek next_back reduce position",
      OPTION,
    ],
    ["map", "mapped"],
    ["flat_map filter_map", "flattened"],
    ["flatten", "same"],
    ["enumerate", { builtin: "Iterator", of: "pair" }],
    ["collect", VEC],
  ),
};

/** Smart pointers: what they lead to has the members. */
const POINTER: BuiltinType = {
  members: members(["clone as_ref as_mut to_owned", "same"]),
  forwards: 0,
};

/** What guards a value: locking and borrowing give the value itself. */
const CELL: BuiltinType = {
  members: members(
    ["borrow borrow_mut get get_mut take replace into_inner", "element"],
    ["lock read write try_lock try_read try_write", { builtin: "Result", of: "value" }],
    ["clone", "same"],
  ),
};

const ONCE: BuiltinType = {
  members: members(["get get_mut take", OPTION], ["get_or_init get_or_try_init", "element"]),
  forwards: 0,
};

const TEXT: BuiltinType = {
  members: members(
    [
      "to_string to_owned trim trim_start trim_end trim_matches to_lowercase to_uppercase replace as_str clone " +
      "repeat to_ascii_lowercase to_ascii_uppercase into_owned",
      STRING,
    ],
    ["strip_prefix strip_suffix get", { builtin: "Option" }],
  ),
};

/** Types of the standard library with the modules that they are imported from. */
const LIBRARY: readonly (readonly [type: BuiltinType, names: string, modules: string])[] = [
  [SEQUENCE, "Vec", "vec"],
  [SEQUENCE, "VecDeque BinaryHeap LinkedList", "collections"],
  [MAP, "HashMap BTreeMap", "collections"],
  [SET, "HashSet BTreeSet", "collections"],
  [OPTION_TYPE, "Option", "option"],
  [RESULT_TYPE, "Result", "result io thread"],
  [ITERATOR_TYPE, "Iterator IntoIterator DoubleEndedIterator ExactSizeIterator", "iter"],
  [POINTER, "Box", "boxed"],
  [POINTER, "Rc Weak", "rc"],
  [POINTER, "Arc MutexGuard RwLockReadGuard RwLockWriteGuard LazyLock", "sync"],
  [POINTER, "Ref RefMut LazyCell", "cell"],
  [POINTER, "Cow", "borrow"],
  [POINTER, "Pin", "pin"],
  [POINTER, "ManuallyDrop", "mem"],
  [CELL, "Cell RefCell", "cell"],
  [CELL, "Mutex RwLock", "sync"],
  [ONCE, "OnceCell", "cell"],
  [ONCE, "OnceLock", "sync"],
  [TEXT, "String", "string"],
];

/** Locks of other crates, whose `lock` gives the guard itself, awaited or not. */
const LOCK: BuiltinType = {
  members: members(
    ["lock read write get_mut into_inner blocking_lock blocking_read blocking_write", "element"],
    ["lock_owned read_owned write_owned upgradable_read", "element"],
    ["try_lock try_read try_write", { builtin: "Result", of: "value" }],
  ),
};

/** What web frameworks hand to a handler: its one field, or itself as if it were that. */
const EXTRACTED: BuiltinType = {
  members: members(["into_inner", "element"], ["clone", "same"]),
  fields: { "0": 0 },
  forwards: 0,
};

/** Types of widely used crates, by path. */
const CRATE_TYPES: Readonly<Record<string, BuiltinType>> = Object.fromEntries(
  ([
    [EXTRACTED, "axum", "Json Form Extension"],
    [EXTRACTED, "axum::extract", "State Path Query Json Form Extension ConnectInfo"],
    [EXTRACTED, "actix_web::web", "Data Json Path Query Form ReqData"],
    [EXTRACTED, "rocket", "State"],
    [EXTRACTED, "rocket::form", "Form"],
    [EXTRACTED, "rocket::serde::json", "Json"],
    [EXTRACTED, "tauri", "State"],
    [LOCK, "tokio::sync", "Mutex RwLock"],
    [LOCK, "async_std::sync", "Mutex RwLock"],
    [LOCK, "futures::lock", "Mutex"],
    [LOCK, "parking_lot", "Mutex RwLock FairMutex ReentrantMutex"],
    [ONCE, "tokio::sync", "OnceCell"],
    [ONCE, "once_cell::sync", "OnceCell"],
    [POINTER, "once_cell::sync", "Lazy"],
  ] as const).flatMap(([type, module, names]) =>
    names.split(" ").map((name) => [`${module}::${name}`, type] as const)
  ),
);

/** A type is known by its bare name where it is in the prelude, and by its paths. */
function pathsOf(name: string, modules: string): string[] {
  const roots = ["std", "alloc", "core"];
  return [
    name,
    ...modules.split(" ").flatMap((module) => roots.map((root) => `${root}::${module}::${name}`)),
  ];
}

const LIBRARY_TYPES: Readonly<Record<string, BuiltinType>> = Object.fromEntries(
  LIBRARY.flatMap(([type, names, modules]) =>
    names.split(" ").flatMap((name) => pathsOf(name, modules).map((path) => [path, type]))
  ),
);

const MAKER_NAMES = ["new", "from", "with_capacity", "default", "clone", "pin"];

/** Functions that make a value of a library type out of their argument. */
const MAKERS: Readonly<Record<string, OutsideResult>> = Object.fromEntries(
  LIBRARY.flatMap(([, names, modules]) =>
    names.split(" ").flatMap((name) =>
      pathsOf(name, modules).flatMap((path) =>
        MAKER_NAMES.map((maker) => {
          // `Arc::clone(&x)` gives what it gets.
          const type = maker === "clone" ? {} : { type: name };
          return [`${path}::${maker}`, { ...type, of: "argument" }] as const;
        })
      )
    )
  ),
);

const NO_MEMBERS: BuiltinType = { members: {}, closed: true };

/** Methods of the standard library's types and traits: a name alone proves nothing about them. */
const COMMON_MEMBERS = new Set(
  ("new default clone clone_from fmt eq ne cmp partial_cmp hash drop deref deref_mut index index_mut from into " +
    "try_from try_into from_str as_ref as_mut borrow borrow_mut to_owned to_string into_iter iter iter_mut next " +
    "size_hint next_back len is_empty push pop insert remove get get_mut contains contains_key clear extend append " +
    "drain retain truncate reserve capacity first last split join concat map map_err and_then or_else unwrap " +
    "unwrap_or unwrap_or_else unwrap_or_default expect ok err is_some is_none is_ok is_err take replace filter " +
    "filter_map flat_map flatten fold collect sum product count min max rev zip chain enumerate skip any all find " +
    "position cloned copied read write flush read_to_string read_to_end write_all write_str write_fmt seek lock " +
    "send recv try_recv spawn await poll wake call call_mut call_once add sub mul div rem neg not as_str as_bytes " +
    "as_slice bytes chars lines trim starts_with ends_with parse path name source description cause type_id " +
    "load store swap fetch_add compare_exchange set entry keys values sort sort_by sort_by_key dedup reverse " +
    "iter_ok open create build finish start stop run init serialize deserialize to_vec exists is_dir is_file " +
    "push_str start end kind code status id inner into_inner").split(" "),
);

/** Traits whose methods are all written where they are implemented. */
const MEMBERLESS_TRAITS = new Set(
  ([
    ["fmt", "Debug Display Binary LowerHex UpperHex Octal Pointer"],
    ["cmp", "PartialEq Eq"],
    ["clone", "Clone"],
    ["marker", [...MARKER_TRAITS].join(" ")],
    ["hash", "Hash"],
    ["default", "Default"],
    ["convert", "From Into TryFrom TryInto AsRef AsMut"],
    ["borrow", "Borrow BorrowMut ToOwned"],
    ["str", "FromStr"],
    ["error", "Error"],
    ["iter", "FromIterator IntoIterator Extend"],
    [
      "ops",
      "Add Sub Mul Div Rem Neg Not BitAnd BitOr BitXor Shl Shr AddAssign SubAssign MulAssign Drop Index " +
      "IndexMut Deref DerefMut",
    ],
  ] as const).flatMap(([module, names]) =>
    names.split(" ").flatMap((name) => [
      name,
      `std::${module}::${name}`,
      `core::${module}::${name}`,
    ])
  ),
);

/** Rust's semantics. */
export const rustSemantics: Semantics = {
  family: "rust",
  separator: "::",
  moduleSeparator: "::",
  classScopeIsLexical: "never",
  inheritance: "breadth-first",
  constructors: [],
  redefinition: "overload",
  declaredBeforeUse: true,
  needsImport: true,
  functionsAreClosed: true,
  basesStandApart: true,
  extendsOutside: true,
  iteration: { iterators: ["next", "into_iter", "iter"], steps: [] },
  subscriptMember: "index",
  forwardMember: "deref",
  memberlessBases: MEMBERLESS_TRAITS,
  tupleMember: { prefix: "", first: 0 },
  builtinNames: new Set([
    ...BUILTIN_TYPE_NAMES,
    ...PRELUDE_VALUES,
    ...[...IGNORED_MACROS].map((name) => `${name}!`),
    ...("drop size_of align_of std core alloc proc_macro Result Rc Arc").split(" "),
  ]),
  builtinTypes: {
    ...Object.fromEntries(PRIMITIVES.map((type) => [type, NO_MEMBERS])),
    ...LIBRARY_TYPES,
    ...CRATE_TYPES,
    str: TEXT,
  },
  outsideResults: {
    Some: { type: "Option", of: "argument" },
    Ok: { type: "Result", of: "argument" },
    ...MAKERS,
    ...Object.fromEntries(
      Object.keys(CRATE_TYPES).map((type) => [`${type}::new`, { type, of: "argument" }]),
    ),
  },
  commonMembers: COMMON_MEMBERS,
};
