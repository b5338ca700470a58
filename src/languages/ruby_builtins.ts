/** What Ruby has built in, as far as resolution needs it. */
import type { BuiltinResult, BuiltinType, Semantics } from "../resolve/semantics.ts";
import { memberResults } from "./class_family/library.ts";

const ARRAY: BuiltinResult = { builtin: "Array", of: "value" };

const LIST = memberResults(
  [
    "select filter reject sort sort_by uniq compact reverse shuffle take drop take_while drop_while concat rotate " +
    "to_a each each_with_index each_entry lazy slice push append prepend unshift map! select! reject! sort! sort_by! " +
    "uniq! compact! reverse! freeze dup clone flatten",
    "same",
  ],
  [
    "first last find detect min max min_by max_by pop shift sample fetch dig at delete_at inject reduce sum",
    "element",
  ],
  ["map collect filter_map each_with_object", "mapped"],
  ["flat_map collect_concat", "flattened"],
  ["each_slice each_cons group_by partition", { builtin: "Array", of: "self" }],
);

const MAP: BuiltinType = {
  members: memberResults(
    ["fetch dig delete []", "element"],
    ["values", ARRAY],
    ["keys", { builtin: "Array", of: "key" }],
    [
      "select filter reject merge merge! slice except transform_values compact sort_by to_h each each_pair freeze dup",
      "same",
    ],
  ),
  callbacks: {
    each: ["unknown", "element"],
    each_pair: ["unknown", "element"],
    map: ["unknown", "element"],
    each_value: ["element"],
    select: ["unknown", "element"],
    reject: ["unknown", "element"],
    any: ["unknown", "element"],
  },
};

const TEXT: BuiltinType = {
  members: memberResults(
    [
      "strip lstrip rstrip chomp chop upcase downcase capitalize swapcase gsub sub tr reverse succ concat prepend " +
      "squeeze center ljust rjust encode force_encoding dup freeze to_s to_str + % delete delete_prefix delete_suffix",
      "same",
    ],
    ["split lines chars bytes scan", { builtin: "Array" }],
  ),
};

const KERNEL =
  ("puts print p pp raise require require_relative load loop lambda proc rand sleep format sprintf printf gets exit abort " +
    "at_exit catch throw caller binding eval warn system exec fork spawn trap srand freeze frozen? nil? is_a? kind_of? " +
    "instance_of? respond_to? send public_send __send__ method methods instance_variable_get instance_variable_set " +
    "instance_variables tap then yield_self dup clone inspect to_s hash class object_id extend instance_eval " +
    "instance_exec class_eval module_eval define_method attr_reader attr_writer attr_accessor include prepend private " +
    "protected public module_function alias_method block_given? Integer Float String Array Hash Rational Complex")
    .split(" ");

const CLASSES =
  ("Object BasicObject Kernel Module Class Comparable Enumerable String Symbol Array Hash Integer Float Numeric Range Regexp " +
    "Proc Method IO File Dir Time Struct Data Set Exception StandardError RuntimeError ArgumentError TypeError NameError " +
    "NoMethodError IndexError KeyError RangeError IOError EOFError NotImplementedError FrozenError StopIteration " +
    "LoadError SystemExit Interrupt Errno Process Signal Thread Mutex Queue ENV ARGV STDIN STDOUT STDERR Math GC " +
    "ObjectSpace Marshal Encoding Random Rational Complex NilClass TrueClass FalseClass MatchData Fiber Ractor " +
    "RUBY_VERSION RUBY_PLATFORM DATA JSON YAML CSV URI Net OpenSSL Logger Pathname Tempfile FileUtils StringIO Date " +
    "DateTime BigDecimal ERB SecureRandom Digest Timeout Singleton Forwardable Observable Delegator SimpleDelegator " +
    "OpenStruct Benchmark Bundler Gem RSpec Minitest Test Rails ActiveRecord ActiveSupport ActionController " +
    "ApplicationRecord").split(" ");

const COMMON_MEMBERS =
  ("new call to_s to_a to_h to_i to_sym to_proc inspect each map select reject find first last size length count empty? any? " +
    "all? none? include? key? has_key? keys values merge update delete fetch dig join split strip sub gsub match match? " +
    "start_with? end_with? push pop shift unshift concat insert sort sort_by reverse uniq compact flatten zip sum min max " +
    "freeze dup clone hash eql? == === <=> [] []= << + - * / % name id type key value path read write open close " +
    "puts print flush run start stop add remove clear reset get set put post send load save create update destroy " +
    "build parse format render render_to_string execute perform process handle setup teardown initialize class method " +
    "methods nil? is_a? respond_to? tap then instance_of? body status headers config options params env data")
    .split(" ");

/** Ruby's semantics. */
export const rubySemantics: Semantics = {
  family: "ruby",
  separator: "::",
  moduleSeparator: "::",
  classScopeIsLexical: false,
  inheritance: "depth-first",
  constructors: ["initialize"],
  subscriptMember: "[]",
  redefinition: "replace",
  needsImport: true,
  functionsAreClosed: true,
  typesHaveParts: "every",
  classMembersApart: true,
  blocksAreLast: true,
  callsTellParameters: true,
  memberlessBases: new Set(["Object", "BasicObject", "Kernel"]),
  builtinNames: new Set([...KERNEL, ...CLASSES]),
  builtinTypes: {
    Array: { members: LIST },
    Set: { members: LIST },
    Range: { members: LIST },
    Enumerator: { members: LIST },
    list: { members: LIST },
    Hash: MAP,
    String: TEXT,
    ...Object.fromEntries(
      "Symbol Integer Float Regexp TrueClass FalseClass".split(" ").map((
        type,
      ) => [type, { members: {} }]),
    ),
  },
  commonMembers: new Set(COMMON_MEMBERS),
};
