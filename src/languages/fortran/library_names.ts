/** Names that Fortran itself gives a meaning. */

/** Words of statements that stand where a name of the program could. */
export const FORTRAN_WORDS: ReadonlySet<string> = new Set(
  ("if then else elseif endif do while enddo where elsewhere forall concurrent select case default print read write " +
    "open close inquire rewind backspace endfile flush wait allocate deallocate nullify stop error return call " +
    "continue exit cycle goto go to assign pause data block critical sync team images memory only result bind " +
    "import implicit none value len kind operator assignment end format unit fmt iostat").split(
      " ",
    ),
);

/** Procedures of the language. */
export const FORTRAN_INTRINSICS: ReadonlySet<string> = new Set(
  ("abs achar acos acosh adjustl adjustr aimag aint all allocated anint any asin asinh associated atan atan2 atanh " +
    "atomic_add atomic_and atomic_cas atomic_define atomic_ref bessel_j0 bessel_j1 bessel_jn bessel_y0 bessel_y1 " +
    "bessel_yn bge bgt bit_size ble blt btest c_associated c_f_pointer c_f_procpointer c_funloc c_loc c_sizeof " +
    "ceiling char cmplx co_broadcast co_max co_min co_reduce co_sum command_argument_count compiler_options " +
    "compiler_version conjg cos cosh count cpu_time cshift date_and_time dble dcmplx digits dim dot_product dprod " +
    "dshiftl dshiftr eoshift epsilon erf erfc erfc_scaled execute_command_line exp exponent extends_type_of findloc " +
    "float floor fraction gamma get_command get_command_argument get_environment_variable huge hypot iachar iall " +
    "iand iany ibclr ibits ibset ichar ieor ifix image_index index int ior iparity is_contiguous is_iostat_end " +
    "is_iostat_eor ishft ishftc lbound leadz len len_trim lge lgt lle llt log log10 log_gamma logical maskl maskr " +
    "matmul max max0 max1 amax0 amax1 dmax1 maxexponent maxloc maxval merge merge_bits min min0 min1 amin0 amin1 dmin1 " +
    "minexponent minloc minval mod modulo move_alloc mvbits nearest new_line nint norm2 not null num_images pack " +
    "parity popcnt poppar precision present product radix random_init random_number random_seed range rank real " +
    "reduce repeat reshape rrspacing same_type_as scale scan selected_char_kind selected_int_kind " +
    "selected_real_kind set_exponent shape shifta shiftl shiftr sign sin sinh size sngl spacing spread sqrt " +
    "storage_size sum system_clock tan tanh this_image tiny trailz transfer transpose trim ubound unpack verify " +
    "dabs dsqrt dexp dlog dlog10 dsin dcos dtan dasin dacos datan datan2 dsinh dcosh dtanh dsign dmod dint dnint " +
    "idint idnint iabs isign alog alog10 amod cabs csqrt cexp clog ccos csin dimag dreal ccosh exit abort getarg " +
    "iargc getenv etime dtime second system").split(" "),
);
