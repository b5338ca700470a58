/** What PHP has built in, as far as resolution needs it. */
import type { Semantics } from "../resolve/semantics.ts";

const FUNCTIONS =
  ("strlen strpos stripos strrpos substr str_replace str_contains str_starts_with str_ends_with str_repeat str_pad " +
    "str_split strtolower strtoupper ucfirst lcfirst ucwords trim ltrim rtrim explode implode join sprintf printf " +
    "number_format nl2br htmlspecialchars html_entity_decode strip_tags addslashes preg_match preg_match_all " +
    "preg_replace preg_replace_callback preg_split preg_quote array_map array_filter array_reduce array_merge " +
    "array_keys array_values array_key_exists array_search array_slice array_splice array_shift array_unshift " +
    "array_pop array_push array_unique array_reverse array_flip array_column array_combine array_diff array_diff_key " +
    "array_intersect array_intersect_key array_fill array_walk array_sum array_key_first array_key_last in_array " +
    "count sizeof range compact extract sort rsort usort uasort uksort ksort krsort asort is_array is_string is_int " +
    "is_null is_bool is_float is_numeric is_object is_callable is_a is_subclass_of is_file is_dir is_iterable " +
    "is_scalar is_resource isset empty unset gettype get_class get_parent_class get_object_vars get_debug_type " +
    "method_exists property_exists class_exists interface_exists function_exists call_user_func " +
    "call_user_func_array func_get_args func_num_args define defined constant intval floatval strval boolval " +
    "settype var_dump var_export print_r serialize unserialize json_encode json_decode file_get_contents " +
    "file_put_contents file_exists fopen fclose fread fwrite fgets feof file unlink mkdir rmdir rename copy dirname " +
    "basename pathinfo realpath getcwd chdir glob scandir touch tempnam sys_get_temp_dir date time mktime strtotime " +
    "microtime usleep sleep rand mt_rand random_int random_bytes min max abs floor ceil round pow sqrt md5 sha1 hash " +
    "hash_hmac crc32 base64_encode base64_decode bin2hex urlencode urldecode rawurlencode http_build_query parse_str " +
    "parse_url header headers_sent ob_start ob_get_clean ob_end_clean error_log trigger_error set_error_handler " +
    "set_exception_handler spl_autoload_register spl_object_hash spl_object_id iterator_to_array ini_set ini_get " +
    "set_time_limit memory_get_usage php_sapi_name phpversion version_compare extension_loaded getenv putenv mb_strlen " +
    "mb_substr mb_strtolower mb_strtoupper mb_strpos ctype_digit ctype_alpha ctype_alnum uniqid array_is_list end reset " +
    "current key next prev each list array exit die assert usleep stream_get_contents fputs ftell fseek")
    .split(" ");

/** Classes that every file knows, in whatever name space it is. */
export const PHP_CLASSES: ReadonlySet<string> = new Set(
  ("stdClass Exception ErrorException Error TypeError ValueError ArithmeticError ArgumentCountError Throwable " +
    "InvalidArgumentException RuntimeException LogicException DomainException LengthException OutOfBoundsException " +
    "OutOfRangeException RangeException OverflowException UnderflowException UnexpectedValueException " +
    "BadMethodCallException BadFunctionCallException JsonException Closure Generator Iterator IteratorAggregate " +
    "Traversable ArrayAccess ArrayIterator ArrayObject Countable Stringable JsonSerializable Serializable UnitEnum " +
    "BackedEnum DateTime DateTimeImmutable DateTimeInterface DateInterval DateTimeZone PDO PDOStatement " +
    "ReflectionClass ReflectionMethod ReflectionProperty ReflectionFunction ReflectionNamedType ReflectionException " +
    "SplObjectStorage SplStack SplQueue SplFileInfo WeakMap WeakReference Attribute ReturnTypeWillChange " +
    "AllowDynamicProperties SensitiveParameter IntlDateFormatter SimpleXMLElement DOMDocument")
    .split(" "),
);

const COMMON_MEMBERS =
  ("get set has add remove delete all first last count current next key valid rewind toArray toString __toString " +
    "getName getId getValue setValue getMessage getCode getPrevious create make build find findAll findBy findOneBy " +
    "save update insert execute run handle process call invoke __invoke fetch query prepare bind render format parse " +
    "read write open close send load register boot init start stop map filter each reduce push pop shift merge " +
    "isEmpty contains keys values sort reset clear clone with without assertSame assertEquals assertTrue assertFalse")
    .split(" ");

const PRIMITIVES = "string int float bool object callable iterable void never false true".split(
  " ",
);

/** PHP's semantics. */
export const phpSemantics: Semantics = {
  family: "php",
  separator: "::",
  moduleSeparator: "\\",
  classScopeIsLexical: false,
  inheritance: "depth-first",
  constructors: ["__construct"],
  callMember: "__invoke",
  subscriptMember: "offsetGet",
  iteration: { iterators: ["getIterator"], steps: ["current"] },
  redefinition: "replace",
  namesApart: true,
  needsImport: true,
  functionsAreClosed: true,
  memberlessBases: new Set([
    "Countable",
    "JsonSerializable",
    "Stringable",
    "IteratorAggregate",
    "ArrayAccess",
  ]),
  builtinNames: new Set([...FUNCTIONS, ...PHP_CLASSES]),
  builtinTypes: {
    ...Object.fromEntries(PRIMITIVES.map((type) => [type, { members: {} }])),
    list: { members: {} },
  },
  commonMembers: new Set(COMMON_MEMBERS),
};
