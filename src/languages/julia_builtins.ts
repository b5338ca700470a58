/** What Julia has built in, as far as resolution needs it. */
import type { Semantics } from "../resolve/semantics.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** Names that `Core` and `Base` export. Source: `base/exports.jl` of Julia 1.12 and the exports of `Core`. */
const BUILTIN_NAMES: ReadonlySet<string> = new Set(
  ("Any Array AbstractArray AbstractChar AbstractFloat AbstractString AbstractVector AbstractMatrix Bool Char " +
    "ConcurrencyViolationError DataType DenseArray DivideError DomainError ErrorException Exception Expr " +
    "Float16 Float32 Float64 Function GlobalRef IO InexactError InitError Int Int128 Int16 Int32 Int64 Int8 " +
    "Integer InterruptException LineNumberNode LoadError Memory MemoryRef Method MethodError Module " +
    "NamedTuple Nothing Number OutOfMemoryError OverflowError Ptr QuoteNode ReadOnlyMemoryError Real Ref " +
    "SegmentationFault Signed SimpleVector StackOverflowError String Symbol Task Tuple Type TypeError " +
    "TypeVar UInt UInt128 UInt16 UInt32 UInt64 UInt8 UndefInitializer UndefKeywordError UndefRefError " +
    "UndefVarError Undef Union UnionAll Unsigned Vararg VecElement WeakRef BoundsError ArgumentError " +
    "AssertionError Cvoid applicable eval fieldtype getfield getglobal setglobal! ifelse invoke isa isdefined " +
    "nfields nothing setfield! swapfield! throw tuple typeassert typeof undef true false include new ccall " +
    "Base Core Main Meta StackTraces Sys Libc Docs Threads Iterators Broadcast MathConstants Checked " +
    "AbstractChannel AbstractIrrational AbstractRange AbstractSet AbstractSlices AbstractUnitRange " +
    "AbstractVecOrMat AbstractMatch AbstractPattern AbstractDict BigFloat BigInt BitArray BitMatrix " +
    "BitVector CartesianIndex CartesianIndices LinearIndices Channel Cmd Colon Complex ComplexF64 " +
    "ComplexF32 ComplexF16 ComposedFunction ColumnSlices DenseMatrix DenseVecOrMat DenseVector Dict Dims " +
    "Enum ExponentialBackOff IndexCartesian IndexLinear IndexStyle InsertionSort BitSet IOBuffer IOStream " +
    "LinRange Irrational LazyString Matrix MergeSort Missing NTuple IdDict OrdinalRange Pair " +
    "PartialQuickSort PermutedDimsArray QuickSort Rational Regex RegexMatch Returns RoundFromZero RoundDown " +
    "RoundingMode RoundNearest RoundNearestTiesAway RoundNearestTiesUp RoundToZero RoundUp RowSlices Set " +
    "Some Slices StepRange StepRangeLen StridedArray StridedMatrix StridedVecOrMat StridedVector SubArray " +
    "SubString SubstitutionString Timer UnitRange Val VecOrMat Vector VersionNumber WeakKeyDict Cchar " +
    "Cdouble Cfloat Cint Cintmax_t Clong Clonglong Cptrdiff_t Cshort Csize_t Cssize_t Cuchar Cuint " +
    "Cuintmax_t Culong Culonglong Cushort Cwchar_t Cstring Cwstring CanonicalIndexError CapturedException " +
    "CompositeException DimensionMismatch EOFError InvalidStateException KeyError MissingException " +
    "ProcessFailedException TaskFailedException SystemError StringIndexError ARGS C_NULL DEPOT_PATH " +
    "ENDIAN_BOM ENV LOAD_PATH PROGRAM_FILE stderr stdin stdout VERSION devnull Inf Inf16 Inf32 Inf64 NaN " +
    "NaN16 NaN32 NaN64 im π pi ℯ xor nand nor evalpoly abs abs2 acos acosd acosh acot acotd acoth acsc " +
    "acscd acsch angle asec asecd asech asin asind asinh atan atand atanh big binomial bitreverse " +
    "bitrotate bswap cbrt fourthroot ceil cis cispi clamp cld cmp complex conj copysign cos cosc cosd cosh " +
    "cospi cot cotd coth count_ones count_zeros csc cscd csch deg2rad denominator div divrem eps exp exp10 " +
    "exp2 expm1 exponent factorial fld fld1 fldmod fldmod1 flipsign float tryparse floor fma frexp gcd " +
    "gcdx hypot imag inv invmod isapprox iseven isfinite isinf isinteger isnan isodd ispow2 isqrt isreal " +
    "issubnormal iszero isone lcm ldexp leading_ones leading_zeros log log10 log1p log2 maxintfloat mod mod1 " +
    "modf mod2pi muladd nextfloat nextpow nextprod numerator one oneunit powermod prevfloat prevpow rad2deg " +
    "rationalize real floatmax floatmin reim reinterpret rem rem2pi round sec secd sech sign signbit signed " +
    "significand sin sinc sincos sincosd sincospi sind sinh sinpi sqrt tan tand tanh tanpi trailing_ones " +
    "trailing_zeros trunc unsafe_trunc typemax typemin unsigned widemul zero axes broadcast! broadcast cat " +
    "checkbounds checkindex circcopy! circshift circshift! clamp! conj! copy! copyto! diff cumprod cumprod! " +
    "cumsum cumsum! accumulate accumulate! eachcol eachindex eachrow eachslice extrema! extrema fill! fill " +
    "first hcat hvcat hvncat indexin argmax argmin invperm invpermute! isassigned isperm issorted last " +
    "mapslices max maximum! maximum min minimum! minimum minmax ndims ones parent parentindices partialsort " +
    "partialsort! partialsortperm partialsortperm! permute! permutedims permutedims! prod! prod " +
    "promote_shape range reshape reverse! reverse rot180 rotl90 rotr90 size selectdim sort! sort sortperm " +
    "sortperm! sortslices dropdims stack step stride strides sum! sum to_indices vcat vec view zeros " +
    "contains eachmatch endswith findall findfirst findlast findmax findmin findmin! findmax! findnext " +
    "findprev match occursin searchsorted searchsortedfirst searchsortedlast insorted startswith adjoint " +
    "transpose kron kron! falses trues append! insert! pop! popat! prepend! push! resize! popfirst! " +
    "pushfirst! all! all allequal allunique any! any firstindex collect count! count delete! deleteat! " +
    "keepat! eltype empty! empty lastindex filter! filter foldl foldr foreach get get! getindex getkey " +
    "haskey in intersect! intersect isdisjoint isempty issubset issetequal keys keytype length map! map " +
    "mapfoldl mapfoldr mapreduce merge! mergewith! merge mergewith pairs reduce setdiff! setdiff setindex! " +
    "similar sizehint! splice! symdiff! symdiff union! union unique! unique values valtype ascii bitstring " +
    "bytes2hex chomp chop chopprefix chopsuffix codepoint codeunit codeunits digits digits! eachsplit " +
    "eachrsplit escape_string hex2bytes hex2bytes! isascii iscntrl isdigit isletter islowercase isnumeric " +
    "isprint ispunct isspace isuppercase isxdigit lowercase lowercasefirst isvalid join lpad lstrip " +
    "ncodeunits ndigits nextind prevind repeat replace replace! repr reverseind rpad rsplit rstrip split " +
    "string strip textwidth thisind titlecase transcode unescape_string uppercase uppercasefirst IOContext " +
    "displaysize dump print println printstyled show showerror sprint summary with ScopedValue precision " +
    "rounding setprecision setrounding get_zero_subnormals set_zero_subnormals iterate enumerate zip only " +
    "copy deepcopy hash identity isbits isequal ismutable ismutabletype isless isunordered objectid sizeof " +
    "Condition current_task islocked istaskdone istaskstarted istaskfailed lock notify ReentrantLock schedule " +
    "task_local_storage trylock unlock yield yieldto wait timedwait asyncmap asyncmap! errormonitor take! " +
    "put! isready fetch bind coalesce ismissing missing skipmissing something isnothing nonmissingtype sleep " +
    "time time_ns backtrace catch_backtrace current_exceptions error rethrow retry systemerror stacktrace " +
    "convert getproperty setproperty! swapproperty! modifyproperty! replaceproperty! fieldoffset fieldname " +
    "fieldnames fieldcount fieldtypes hasfield propertynames hasproperty isabstracttype isbitstype " +
    "isprimitivetype isstructtype isconcretetype isdispatchtuple oftype promote promote_rule promote_type " +
    "instances supertype typeintersect typejoin widen esc gensym macroexpand parse code_typed code_lowered " +
    "fullname functionloc isconst isinteractive hasmethod methods nameof parentmodule pathof pkgdir " +
    "pkgversion names which invokelatest __precompile__ evalfile include_string include_dependency GC " +
    "finalizer finalize precompile atexit atreplinit exit ntuple splat close closewrite countlines eachline " +
    "readeach eof fd fdio flush gethostname htol hton ismarked isopen isreadonly ltoh mark bytesavailable " +
    "ntoh open peek pipeline Pipe PipeBuffer position RawFD read read! readavailable readbytes! readchomp " +
    "readdir readline readlines readuntil copyuntil copyline redirect_stdio redirect_stderr redirect_stdin " +
    "redirect_stdout reset seek seekend seekstart skip skipchars truncate unmark unsafe_read unsafe_write " +
    "write AbstractDisplay display displayable TextDisplay istextmime MIME popdisplay pushdisplay redisplay " +
    "showable HTML Text abspath basename dirname expanduser contractuser homedir isabspath isdirpath " +
    "joinpath normpath realpath relpath splitdir splitdrive splitext splitpath cd chmod chown cp ctime " +
    "diskstat download filemode filesize gperm hardlink isblockdev ischardev isdir isfifo isfile islink " +
    "ismount ispath isreadable issetgid issetuid issocket issticky iswritable lstat mkdir mkpath mktemp " +
    "mktempdir mtime mv operm pwd readlink rm samefile stat symlink tempdir tempname touch uperm walkdir " +
    "detach getpid ignorestatus kill process_exited process_running run setenv addenv setcpuaffinity success " +
    "withenv cglobal disable_sigint pointer pointer_from_objref unsafe_wrap unsafe_string reenable_sigint " +
    "unsafe_copyto! unsafe_load unsafe_modify! unsafe_pointer_to_objref unsafe_replace! unsafe_store! " +
    "unsafe_swap! rand randn").split(" "),
);

/** Macros that `Base`, `Core` and the package of tests offer. Source: as above, and `stdlib/Test`. */
const BUILTIN_MACROS: readonly string[] =
  ("evalpoly coalesce something kwdef macroexpand1 macroexpand isdefined invoke invokelatest with debug info warn " +
    "error lock cfunction ccall __FILE__ __DIR__ __LINE__ __MODULE__ int128_str uint128_str big_str cmd b_str " +
    "r_str s_str v_str raw_str md_str NamedTuple Kwargs lazy_str text_str html_str doc show time showtime timed " +
    "timev elapsed allocated allocations sync async task threadcall generated gensym eval deprecate " +
    "boundscheck inbounds fastmath simd inline noinline nospecialize specialize polly assert atomic " +
    "atomicswap atomicreplace __dot__ . enum label goto view views static main propagate_inbounds pure " +
    "assume_effects constprop locals test testset test_throws test_logs test_broken test_skip test_warn " +
    "test_nowarn inferred").split(" ").map((name) => `@${name}`);

/** Direct supertypes of types of `Core` and `Base`; also unions, as if they were supertypes of their parts. */
const SUPERTYPES: Readonly<Record<string, readonly string[]>> = {
  AbstractChar: ["Any"],
  AbstractDict: ["Any"],
  AbstractFloat: ["Real"],
  AbstractMatrix: ["AbstractArray", "AbstractVecOrMat"],
  AbstractArray: ["Any"],
  AbstractRange: ["AbstractVector"],
  AbstractSet: ["Any"],
  AbstractString: ["Any"],
  AbstractUnitRange: ["OrdinalRange"],
  AbstractVecOrMat: ["Any"],
  AbstractVector: ["AbstractArray", "AbstractVecOrMat"],
  Array: ["DenseArray"],
  BigFloat: ["AbstractFloat"],
  BigInt: ["Signed"],
  BitVector: ["AbstractVector"],
  Bool: ["Integer"],
  Char: ["AbstractChar"],
  Complex: ["Number"],
  DataType: ["Type"],
  DenseArray: ["AbstractArray"],
  Dict: ["AbstractDict"],
  Exception: ["Any"],
  Expr: ["Any"],
  Float32: ["AbstractFloat"],
  Float64: ["AbstractFloat"],
  Function: ["Any"],
  IO: ["Any"],
  IOBuffer: ["IO"],
  IOContext: ["IO"],
  IOStream: ["IO"],
  Int: ["Int64", "Int32", "Signed"],
  Int32: ["Signed"],
  Int64: ["Signed"],
  Integer: ["Real"],
  Matrix: ["Array", "AbstractMatrix", "VecOrMat"],
  Missing: ["Any"],
  Module: ["Any"],
  NamedTuple: ["Any"],
  Nothing: ["Any"],
  Number: ["Any"],
  OrdinalRange: ["AbstractRange"],
  Pair: ["Any"],
  Rational: ["Real"],
  Real: ["Number"],
  Regex: ["AbstractPattern"],
  Set: ["AbstractSet"],
  Signed: ["Integer"],
  StepRange: ["OrdinalRange"],
  String: ["AbstractString"],
  SubString: ["AbstractString"],
  Symbol: ["Any"],
  Task: ["Any"],
  Tuple: ["Any"],
  Type: ["Any"],
  UInt8: ["Unsigned"],
  UInt: ["UInt64", "Unsigned"],
  UInt64: ["Unsigned"],
  UnitRange: ["AbstractUnitRange"],
  Unsigned: ["Integer"],
  Vararg: ["Any"],
  VecOrMat: ["AbstractVecOrMat", "Array"],
  Vector: ["Array", "AbstractVector", "VecOrMat"],
};

/** Julia's semantics. */
/** What stands among the arguments of a call on a type with parameters, `T{X}(…)`, as a name. */
export const APPLIED = "{}";

/** Operators that Julia has defined itself, and that are called too often to say anything. */
const OPERATORS: ReadonlySet<string> = new Set(
  ("+ - * / \\ ^ % ÷ & | ⊻ ⊽ ⊼ << >> >>> == != < <= > >= === !== ≠ ≤ ≥ ≡ ≢ ∈ ∉ ∋ ∌ ⊆ ⊈ ⊊ ⊇ ⊉ ⊋ ∪ ∩ " +
    "∘ √ ∛ // : => |> <| && || in isa -> <: >: ~ ± ⋅ × = := ' $").split(" "),
);

/** Whether a binary operator, with or without the dot of a broadcast, is not Julia's own. */
export function isOwnOperator(text: string): boolean {
  return !OPERATORS.has(text.startsWith(".") ? text.slice(1) : text);
}

export const juliaSemantics: Semantics = {
  ...PLAIN_SEMANTICS,
  family: "julia",
  callMember: "()",
  // Methods are found through their module; what a scope binds are variables and local functions.
  multipleDispatch: { top: "Any", supertypes: SUPERTYPES, applied: APPLIED },
  mostMethods: 8,
  builtinNames: new Set([...BUILTIN_NAMES, ...BUILTIN_MACROS]),
  builtinTypes: {
    String: { members: {}, closed: true },
    Char: { members: {}, closed: true },
    Int: { members: {}, closed: true },
    Float64: { members: {}, closed: true },
    Bool: { members: {}, closed: true },
    Symbol: { members: {}, closed: true },
    Vector: { members: {} },
    UnitRange: { members: {} },
    Function: { members: {} },
  },
};

/** Whether a name is one of Julia's own. */
export function isJuliaBuiltin(name: string): boolean {
  return juliaSemantics.builtinNames.has(name);
}
