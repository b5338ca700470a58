/** What Perl has built in, as far as resolution needs it. */
import { ANY_KEY } from "./perl/dispatch_tables.ts";
import type { Semantics } from "../resolve/semantics.ts";

/**
 * Functions and operators of the language itself (`perldoc perlfunc`, Perl 5.40). A package's own
 * sub of such a name is never what a plain call means.
 */
export const CORE_FUNCTIONS: ReadonlySet<string> = new Set(
  ("abs accept alarm atan2 bind binmode bless caller chdir chmod chomp chop chown chr chroot close closedir " +
    "connect continue cos crypt dbmclose dbmopen defined delete die do dump each endgrent endhostent " +
    "endnetent endprotoent endpwent endservent eof eval evalbytes exec exists exit exp fc fcntl fileno " +
    "flock fork format formline getc getgrent getgrgid getgrnam gethostbyaddr gethostbyname gethostent " +
    "getlogin getnetbyaddr getnetbyname getnetent getpeername getpgrp getppid getpriority " +
    "getprotobyname getprotobynumber getprotoent getpwent getpwnam getpwuid getservbyname " +
    "getservbyport getservent getsockname getsockopt glob gmtime goto grep hex import index int ioctl " +
    "join keys kill last lc lcfirst length link listen local localtime lock log lstat map mkdir msgctl " +
    "msgget msgrcv msgsnd my next no oct open opendir ord our pack package pipe pop pos print printf " +
    "prototype push quotemeta rand read readdir readline readlink readpipe recv redo ref rename " +
    "require reset return reverse rewinddir rindex rmdir say scalar seek seekdir select semctl semget " +
    "semop send setgrent sethostent setnetent setpgrp setpriority setprotoent setpwent setservent " +
    "setsockopt shift shmctl shmget shmread shmwrite shutdown sin sleep socket socketpair sort splice " +
    "split sprintf sqrt srand stat state study sub substr symlink syscall sysopen sysread sysseek " +
    "system syswrite tell telldir tie tied time times truncate uc ucfirst umask undef unlink unpack " +
    "unshift untie use utime values vec wait waitpid wantarray warn write __FILE__ __LINE__ __PACKAGE__ " +
    "__SUB__ __CLASS__ if elsif else unless while until for foreach given when default and or not xor " +
    "eq ne lt gt le ge cmp x isa try catch finally defer qw").split(" "),
);

/** Words that stand for a file, not for a function. */
export const FILE_HANDLES: ReadonlySet<string> = new Set(
  ["STDIN", "STDOUT", "STDERR", "ARGV", "ARGVOUT", "DATA", "ENV", "INC"],
);

/** Modules that change the compiler and import no functions. */
export const PRAGMAS: ReadonlySet<string> = new Set(
  ("attributes autodie autouse base bigint bignum bigrat blib builtin bytes charnames constant deprecate " +
    "diagnostics encoding experimental feature fields filetest if integer less lib locale mro open " +
    "ops overload overloading parent re sigtrap sort stable strict subs threads utf8 vars version " +
    "vmsish warnings aliased namespace::autoclean namespace::clean").split(" "),
);

/**
 * Whether a module, used with some words, makes classes among them bases of the user: `base` and
 * `parent` themselves, and modules that call themselves a `Base`, when they are given a class or a
 * switch (`use Mojo::Base -base`) and not names to import.
 */
export function isBaseSetter(module: string, words: readonly string[]): boolean {
  if (module === "base" || module === "parent") return true;
  return /::Base$/.test(module) && words.some((word) => /^-|::|^[A-Z]\w*[a-z]/.test(word));
}

/** Modules whose arguments are the attributes of the class that uses them. */
export const ATTRIBUTE_MODULES: ReadonlySet<string> = new Set([
  "Class::Tiny",
  "Object::Tiny",
  "Object::Tiny::RW",
]);

/** Classes that modules with `has` make a base of their user. */
export const ACCESSOR_BASES: ReadonlyMap<string, string> = new Map([
  ["Moose", "Moose::Object"],
  ["Mouse", "Mouse::Object"],
  ["Moo", "Moo::Object"],
  ["Mo", "Mo::Object"],
  ["Class::Tiny", "Class::Tiny::Object"],
  ["Object::Pad", "Object::Pad::UNIVERSAL"],
]);

/** Modules that make a role of their user. */
export const ROLE_MODULES: ReadonlySet<string> = new Set(
  ["Moose::Role", "Mouse::Role", "Moo::Role", "Role::Tiny", "MooseX::Role::Parameterized"],
);

/** Types of Moose that are no classes. Source: `Moose::Util::TypeConstraints`. */
export const TYPE_NAMES: ReadonlySet<string> = new Set(
  ("Any Item Bool Undef Defined Value Str Num Int ClassName RoleName Ref ScalarRef ArrayRef HashRef CodeRef " +
    "RegexpRef GlobRef FileHandle Object Maybe").split(" "),
);

/** What widely used modules export when nothing is asked for. Source: their `@EXPORT`. */
export const DEFAULT_EXPORTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ([
    ["Carp", "confess croak carp"],
    ["Cwd", "cwd getcwd fastcwd fastgetcwd"],
    ["Data::Dumper", "Dumper"],
    [
      "Encode",
      "decode decode_utf8 encode encode_utf8 str2bytes bytes2str encodings find_encoding find_mime_encoding clone_encoding",
    ],
    ["Exporter", ""],
    ["Fcntl", ""],
    ["File::Basename", "fileparse fileparse_set_fstype basename dirname"],
    ["File::Compare", "compare"],
    ["File::Copy", "copy move"],
    ["File::Find", "find finddepth"],
    ["File::Path", "mkpath rmtree"],
    ["File::Slurp", "read_file write_file append_file overwrite_file read_dir"],
    [
      "File::Spec::Functions",
      "canonpath curdir rootdir updir no_upwards file_name_is_absolute path catdir catfile",
    ],
    ["File::Temp", "tempfile tempdir"],
    ["Getopt::Long", "GetOptions"],
    ["JSON", "from_json to_json jsonToObj objToJson encode_json decode_json"],
    ["JSON::PP", "encode_json decode_json from_json to_json"],
    ["JSON::XS", "encode_json decode_json"],
    ["LWP::Simple", "get head getprint getstore mirror"],
    ["Moose", "extends with has before after around override augment super inner blessed confess"],
    ["Path::Tiny", "path"],
    ["Pod::Usage", "pod2usage"],
    ["Storable", "store retrieve nstore store_fd fd_retrieve"],
    [
      "Test::Deep",
      "cmp_deeply cmp_bag cmp_set cmp_methods ignore superhashof subhashof bag set re any all isa methods noclass num bool str array_each",
    ],
    ["Test::Exception", "dies_ok lives_ok throws_ok lives_and"],
    ["Test::Fatal", "exception"],
    [
      "Test::More",
      "ok use_ok require_ok is isnt like unlike is_deeply cmp_ok skip todo todo_skip pass fail eq_array eq_hash eq_set plan done_testing can_ok isa_ok new_ok diag note explain subtest BAIL_OUT",
    ],
    ["Test::Simple", "ok"],
    ["Text::ParseWords", "shellwords quotewords nested_quotewords parse_line"],
    ["Text::Wrap", "wrap fill"],
    ["Time::Local", "timegm timelocal"],
    ["Try::Tiny", "try catch finally"],
  ] as const).map(([module, names]) => [module, new Set(names.split(" "))]),
);

/** Methods that objects of any class may have, or that wide-spread outside classes do. */
const COMMON_MEMBERS = new Set(
  ("new can isa DOES VERSION import unimport get set put post delete head add push pop shift unshift splice " +
    "keys values each exists clear count size length first last next prev reset all map grep sort reverse " +
    "join split index find search match replace name id type value data text content title path file " +
    "dir open close read write print printf say getline getlines binmode fileno flush eof seek tell " +
    "autoflush opened connect disconnect prepare execute fetch fetchrow_array fetchrow_hashref do commit " +
    "rollback begin_work bind_param rows finish send recv run start stop wait init clone copy dump " +
    "as_string to_string stringify parse encode decode throw message code status error errors body " +
    "headers header request response param params method uri url host port user log debug info warn " +
    "fatal trace call apply render load save update create insert remove parent children child root " +
    "node attr html xml json").split(" "),
);

/** Methods that every class has, or that are looked for without being missed. */
const UNIVERSAL_METHODS: ReadonlySet<string> = new Set(
  "isa can DOES VERSION import unimport DESTROY new".split(" "),
);

/** Perl's semantics. */
export const perlSemantics: Semantics = {
  family: "perl",
  separator: "::",
  moduleSeparator: "::",
  classScopeIsLexical: false,
  inheritance: "depth-first",
  constructors: ["new"],
  redefinition: "replace",
  needsImport: true,
  builtinNames: CORE_FUNCTIONS,
  builtinTypes: {
    string: { members: {}, closed: true },
    number: { members: {}, closed: true },
    array: { members: {}, closed: true },
    hash: { members: {}, closed: true },
    regexp: { members: {}, closed: true },
  },
  missingMember: { name: "AUTOLOAD", not: UNIVERSAL_METHODS },
  commonMembers: COMMON_MEMBERS,
  indexMember: ANY_KEY,
};
