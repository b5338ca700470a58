/** What C has built in, as far as resolution needs it. */
import type { BuiltinType, Semantics } from "../resolve/semantics.ts";

/** Functions of the mathematical headers that exist for `double`, `float` (`…f`) and `long double` (`…l`). */
const MATHEMATICAL =
  ("acos acosh asin asinh atan atan2 atanh cabs cacos cacosh canonicalize carg casin casinh catan catanh " +
    "cbrt ccos ccosh ceil cexp cimag clog clog10 conj copysign cos cosh cpow cproj creal csin csinh csqrt " +
    "ctan ctanh drem erf erfc exp exp10 exp2 expm1 fabs fdim finite floor fma fmax fmaximum fmaximum_mag " +
    "fmaximum_mag_num fmaximum_num fmaxmag fmin fminimum fminimum_mag fminimum_mag_num fminimum_num fminmag " +
    "fmod frexp fromfp fromfpx gamma getpayload hypot ilogb isinf isnan j0 j1 jn ldexp lgamma llogb llrint " +
    "llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nextdown nexttoward nextup " +
    "pow remainder remquo rint round roundeven scalb scalbln scalbn setpayload setpayloadsig significand sin " +
    "sincos sinh sqrt tan tanh tgamma totalorder totalordermag trunc ufromfp ufromfpx y0 y1 yn")
    .split(" ");

/** Functions and macros of ISO C, POSIX.1-2017 and common systems. Source: their headers' declarations. */
const SYSTEM =
  ("a64l abort abs accept accept4 access acct adjtime aio_cancel aio_error aio_fsync aio_init aio_read " +
    "aio_return aio_suspend aio_write alarm aligned_alloc alloca alphasort arc4random arc4random_buf " +
    "arc4random_uniform asctime asprintf at_quick_exit atexit atof atoi atol atoll backtrace " +
    "backtrace_symbols backtrace_symbols_fd basename bcmp bcopy bind bindresvport bindresvport6 brk bsearch " +
    "btowc bzero c16rtomb c32rtomb c8rtomb call_once calloc canonicalize_file_name catclose catgets catopen " +
    "cfgetispeed cfgetospeed cfmakeraw cfsetispeed cfsetospeed cfsetspeed chdir chmod chown chroot clearenv " +
    "clearerr clock clock_adjtime clock_getcpuclockid clock_getres clock_gettime clock_nanosleep " +
    "clock_settime clone close close_range closedir closefrom closelog cnd_broadcast cnd_destroy cnd_init " +
    "cnd_signal cnd_timedwait cnd_wait confstr connect copy_file_range creat crypt ctermid ctime cuserid " +
    "daddl daemon ddivl dfmal difftime dirfd dirname div dladdr dladdr1 dlclose dlerror dlinfo dlmopen dlopen " +
    "dlsym dlvsym dmull dprintf drand48 dsqrtl dsubl dup dup2 dup3 duplocale dysize eaccess ecvt endgrent " +
    "endhostent endnetent endnetgrent endprotoent endpwent endrpcent endservent endusershell epoll_create " +
    "epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait erand48 euidaccess eventfd eventfd_read " +
    "eventfd_write execl execle execlp execv execve execveat execvp execvpe exit explicit_bzero faccessat " +
    "fadd faddl fallocate fchdir fchmod fchmodat fchown fchownat fclose fcloseall fcntl fcvt fdatasync fdiv " +
    "fdivl fdopen fdopendir feclearexcept fedisableexcept feenableexcept fegetenv fegetexcept fegetexceptflag " +
    "fegetmode fegetround feholdexcept feof feraiseexcept ferror fesetenv fesetexcept fesetexceptflag " +
    "fesetmode fesetround fetestexcept fetestexceptflag feupdateenv fexecve fflush ffma ffmal ffs ffsl ffsll " +
    "fgetc fgetgrent fgetpos fgetpwent fgets fgetwc fgetws fileno flock flockfile fmemopen fmul fmull fnmatch " +
    "fopen fopencookie fork fpathconf fprintf fputc fputs fputwc fputws fread free freeaddrinfo freelocale " +
    "freopen fscanf fseek fseeko fsetpos fsqrt fsqrtl fstat fstatat fstatvfs fsub fsubl fsync ftell ftello " +
    "ftok ftruncate ftrylockfile ftw funlockfile futimens futimes futimesat fwide fwprintf fwrite fwscanf " +
    "gai_cancel gai_error gai_strerror gai_suspend gcvt get_current_dir_name getaddrinfo getaddrinfo_a getc " +
    "getchar getcpu getcwd getdate getdelim getdirentries getdomainname getdtablesize getegid getentropy " +
    "getenv geteuid getgid getgrent getgrgid getgrnam getgrouplist getgroups gethostbyaddr gethostbyname " +
    "gethostbyname2 gethostent gethostid gethostname getipv4sourcefilter getitimer getline getloadavg " +
    "getlogin getnameinfo getnetbyaddr getnetbyname getnetent getnetgrent getopt getopt_long getopt_long_only " +
    "getpagesize getpass getpeername getpgid getpgrp getpid getppid getpriority getprotobyname " +
    "getprotobynumber getprotoent getpt getpw getpwent getpwnam getpwuid getresgid getresuid getrlimit " +
    "getrpcbyname getrpcbynumber getrpcent getrusage getservbyname getservbyport getservent getsid " +
    "getsockname getsockopt getsourcefilter getsubopt gettid gettimeofday getuid getumask getusershell getw " +
    "getwc getwchar getwd glob glob_pattern_p globfree gmtime grantpt group_member gsignal hcreate hdestroy " +
    "herror hsearch hstrerror htonl htons iconv iconv_close iconv_open if_freenameindex if_indextoname " +
    "if_nameindex if_nametoindex imaxabs imaxdiv index inet6_opt_append inet6_opt_find inet6_opt_finish " +
    "inet6_opt_get_val inet6_opt_init inet6_opt_next inet6_opt_set_val inet6_option_alloc inet6_option_append " +
    "inet6_option_find inet6_option_init inet6_option_next inet6_option_space inet6_rth_add inet6_rth_getaddr " +
    "inet6_rth_init inet6_rth_reverse inet6_rth_segments inet6_rth_space inet_addr inet_aton inet_lnaof " +
    "inet_makeaddr inet_net_ntop inet_net_pton inet_neta inet_netof inet_network inet_nsap_addr " +
    "inet_nsap_ntoa inet_ntoa inet_ntop inet_pton initgroups initstate innetgr inotify_add_watch inotify_init " +
    "inotify_init1 inotify_rm_watch insque ioctl iruserok iruserok_af isalnum isalpha isascii isatty isblank " +
    "iscntrl isctype isdigit isfdtype isgraph islower isprint ispunct isspace isupper iswalnum iswalpha " +
    "iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit " +
    "isxdigit jrand48 kill killpg l64a labs lchmod lchown lcong48 ldiv lfind link linkat lio_listio listen " +
    "llabs lldiv localeconv localtime lockf longjmp lrand48 lsearch lseek lstat lutimes madvise malloc mblen " +
    "mbrlen mbrtoc16 mbrtoc32 mbrtoc8 mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstowcs mbtowc memccpy memchr " +
    "memcmp memcpy memfd_create memfrob memmem memmove mempcpy memrchr memset mincore mkdir mkdirat mkdtemp " +
    "mkfifo mkfifoat mknod mknodat mkostemp mkostemps mkstemp mkstemps mktemp mktime mlock mlock2 mlockall " +
    "mmap mprotect mq_close mq_getattr mq_notify mq_open mq_receive mq_send mq_setattr mq_timedreceive " +
    "mq_timedsend mq_unlink mrand48 mremap msgctl msgget msgrcv msgsnd msync mtx_destroy mtx_init mtx_lock " +
    "mtx_timedlock mtx_trylock mtx_unlock munlock munlockall munmap name_to_handle_at nanosleep newlocale " +
    "nftw nice nl_langinfo nrand48 ntohl ntohs obstack_printf obstack_vprintf on_exit open open_by_handle_at " +
    "open_memstream open_wmemstream openat opendir openlog pathconf pause pclose perror pipe pipe2 pkey_alloc " +
    "pkey_free pkey_get pkey_mprotect pkey_set poll popen posix_fadvise posix_fallocate posix_madvise " +
    "posix_memalign posix_openpt posix_spawn posix_spawn_file_actions_addchdir_np " +
    "posix_spawn_file_actions_addclose posix_spawn_file_actions_addclosefrom_np " +
    "posix_spawn_file_actions_adddup2 posix_spawn_file_actions_addfchdir_np posix_spawn_file_actions_addopen " +
    "posix_spawn_file_actions_addtcsetpgrp_np posix_spawn_file_actions_destroy posix_spawn_file_actions_init " +
    "posix_spawnattr_destroy posix_spawnattr_getflags posix_spawnattr_getpgroup posix_spawnattr_getschedparam " +
    "posix_spawnattr_getschedpolicy posix_spawnattr_getsigdefault posix_spawnattr_getsigmask " +
    "posix_spawnattr_init posix_spawnattr_setflags posix_spawnattr_setpgroup posix_spawnattr_setschedparam " +
    "posix_spawnattr_setschedpolicy posix_spawnattr_setsigdefault posix_spawnattr_setsigmask posix_spawnp " +
    "ppoll prctl pread preadv preadv2 preadv64v2 printf prlimit process_madvise process_mrelease " +
    "process_vm_readv process_vm_writev profil pselect psiginfo psignal pthread_atfork pthread_attr_destroy " +
    "pthread_attr_getaffinity_np pthread_attr_getdetachstate pthread_attr_getguardsize " +
    "pthread_attr_getinheritsched pthread_attr_getschedparam pthread_attr_getschedpolicy " +
    "pthread_attr_getscope pthread_attr_getsigmask_np pthread_attr_getstack pthread_attr_getstackaddr " +
    "pthread_attr_getstacksize pthread_attr_init pthread_attr_setaffinity_np pthread_attr_setdetachstate " +
    "pthread_attr_setguardsize pthread_attr_setinheritsched pthread_attr_setschedparam " +
    "pthread_attr_setschedpolicy pthread_attr_setscope pthread_attr_setsigmask_np pthread_attr_setstack " +
    "pthread_attr_setstackaddr pthread_attr_setstacksize pthread_barrier_destroy pthread_barrier_init " +
    "pthread_barrier_wait pthread_barrierattr_destroy pthread_barrierattr_getpshared pthread_barrierattr_init " +
    "pthread_barrierattr_setpshared pthread_cancel pthread_clockjoin_np pthread_cond_broadcast " +
    "pthread_cond_clockwait pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_timedwait " +
    "pthread_cond_wait pthread_condattr_destroy pthread_condattr_getclock pthread_condattr_getpshared " +
    "pthread_condattr_init pthread_condattr_setclock pthread_condattr_setpshared pthread_create " +
    "pthread_detach pthread_equal pthread_exit pthread_getaffinity_np pthread_getattr_default_np " +
    "pthread_getattr_np pthread_getconcurrency pthread_getcpuclockid pthread_getname_np pthread_getschedparam " +
    "pthread_getspecific pthread_join pthread_key_create pthread_key_delete pthread_kill " +
    "pthread_mutex_clocklock pthread_mutex_consistent pthread_mutex_consistent_np pthread_mutex_destroy " +
    "pthread_mutex_getprioceiling pthread_mutex_init pthread_mutex_lock pthread_mutex_setprioceiling " +
    "pthread_mutex_timedlock pthread_mutex_trylock pthread_mutex_unlock pthread_mutexattr_destroy " +
    "pthread_mutexattr_getprioceiling pthread_mutexattr_getprotocol pthread_mutexattr_getpshared " +
    "pthread_mutexattr_getrobust pthread_mutexattr_getrobust_np pthread_mutexattr_gettype " +
    "pthread_mutexattr_init pthread_mutexattr_setprioceiling pthread_mutexattr_setprotocol " +
    "pthread_mutexattr_setpshared pthread_mutexattr_setrobust pthread_mutexattr_setrobust_np " +
    "pthread_mutexattr_settype pthread_once pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock " +
    "pthread_rwlock_destroy pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_timedrdlock " +
    "pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock " +
    "pthread_rwlock_wrlock pthread_rwlockattr_destroy pthread_rwlockattr_getkind_np " +
    "pthread_rwlockattr_getpshared pthread_rwlockattr_init pthread_rwlockattr_setkind_np " +
    "pthread_rwlockattr_setpshared pthread_self pthread_setaffinity_np pthread_setattr_default_np " +
    "pthread_setcancelstate pthread_setcanceltype pthread_setconcurrency pthread_setname_np " +
    "pthread_setschedparam pthread_setschedprio pthread_setspecific pthread_sigmask pthread_sigqueue " +
    "pthread_spin_destroy pthread_spin_init pthread_spin_lock pthread_spin_trylock pthread_spin_unlock " +
    "pthread_testcancel pthread_timedjoin_np pthread_tryjoin_np pthread_yield ptsname putc putchar putenv " +
    "putgrent putpwent puts putw putwc putwchar pwrite pwritev pwritev2 pwritev64v2 qecvt qfcvt qgcvt qsort " +
    "quick_exit raise rand random rawmemchr rcmd rcmd_af re_compile_fastmap re_compile_pattern re_match " +
    "re_match_2 re_search re_search_2 re_set_registers re_set_syntax read readahead readdir readlink " +
    "readlinkat readv realloc reallocarray realpath recv recvfrom recvmmsg recvmsg regcomp regerror regexec " +
    "regfree remap_file_pages remove remque rename renameat renameat2 revoke rewind rewinddir rexec rexec_af " +
    "rindex rmdir rpmatch rresvport rresvport_af ruserok ruserok_af sbrk scandir scandirat scanf " +
    "sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getcpu sched_getparam " +
    "sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler sched_yield " +
    "secure_getenv seed48 seekdir select sem_clockwait sem_close sem_destroy sem_getvalue sem_init sem_open " +
    "sem_post sem_timedwait sem_trywait sem_unlink sem_wait semctl semget semop semtimedop send sendfile " +
    "sendmmsg sendmsg sendto setbuf setbuffer setdomainname setegid setenv seteuid setgid setgrent setgroups " +
    "sethostent sethostid sethostname setipv4sourcefilter setitimer setjmp setlinebuf setlocale setlogin " +
    "setlogmask setnetent setnetgrent setns setpgid setpgrp setpriority setprotoent setpwent setregid " +
    "setresgid setresuid setreuid setrlimit setrpcent setservent setsid setsockopt setsourcefilter setstate " +
    "settimeofday setuid setusershell setvbuf shm_open shm_unlink shmat shmctl shmdt shmget shutdown " +
    "sigabbrev_np sigaction sigaddset sigaltstack sigandset sigblock sigdelset sigdescr_np sigemptyset " +
    "sigfillset siggetmask sighold sigignore siginterrupt sigisemptyset sigismember siglongjmp signal " +
    "signalfd sigorset sigpause sigpending sigprocmask sigqueue sigrelse sigreturn sigset sigsetmask sigstack " +
    "sigsuspend sigtimedwait sigwait sigwaitinfo sleep snprintf sockatmark socket socketpair splice sprintf " +
    "srand srand48 srandom sscanf ssignal stat statvfs statx stpcpy stpncpy strcasecmp strcasestr strcat " +
    "strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror strerrordesc_np strerrorname_np strfromd " +
    "strfromf strfroml strfry strftime strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk " +
    "strptime strrchr strsep strsignal strspn strstr strtod strtof strtoimax strtok strtol strtold strtoll " +
    "strtoq strtoul strtoull strtoumax strtouq strverscmp strxfrm swab swprintf swscanf symlink symlinkat " +
    "sync sync_file_range syncfs syscall sysconf syslog system sysv_signal tcdrain tcflow tcflush tcgetattr " +
    "tcgetpgrp tcgetsid tcsendbreak tcsetattr tcsetpgrp tdelete tdestroy tee telldir tempnam tfind tgkill " +
    "thrd_create thrd_current thrd_detach thrd_equal thrd_exit thrd_join thrd_sleep thrd_yield time timegm " +
    "timelocal timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create " +
    "timerfd_gettime timerfd_settime times timespec_get timespec_getres tmpfile tmpnam toascii tolower " +
    "toupper towctrans towlower towupper truncate tsearch tss_create tss_delete tss_get tss_set ttyname " +
    "ttyslot twalk tzset ualarm umask uname ungetc ungetwc unlink unlinkat unlockpt unsetenv unshare " +
    "uselocale usleep utime utimensat utimes valloc vasprintf vdprintf versionsort vfork vfprintf vfscanf " +
    "vfwprintf vfwscanf vhangup vmsplice vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vsyslog " +
    "vwprintf vwscanf wait wait3 wait4 waitid waitpid wcpcpy wcpncpy wcrtomb wcscasecmp wcscat wcschr " +
    "wcschrnul wcscmp wcscoll wcscpy wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy " +
    "wcsnlen wcsnrtombs wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstoimax wcstok wcstol wcstold " +
    "wcstoll wcstombs wcstoq wcstoul wcstoull wcstoumax wcstouq wcswcs wcswidth wcsxfrm wctob wctomb wctrans " +
    "wctype wcwidth wmemchr wmemcmp wmemcpy wmemmove wmempcpy wmemset wordexp wordfree wprintf write writev " +
    "wscanf").split(" ");

/** Macros of the standard headers and functions of the compilers themselves. */
const MACROS =
  ("CMSG_DATA CMSG_FIRSTHDR CMSG_LEN CMSG_NXTHDR CMSG_SPACE FD_CLR FD_ISSET FD_SET FD_ZERO INT64_C S_ISBLK " +
    "S_ISCHR S_ISDIR S_ISFIFO S_ISLNK S_ISREG S_ISSOCK UINT64_C WEXITSTATUS WIFEXITED WIFSIGNALED WIFSTOPPED " +
    "WSTOPSIG WTERMSIG _Exit __atomic_add_fetch __atomic_compare_exchange_n __atomic_exchange_n " +
    "__atomic_fetch_add __atomic_fetch_sub __atomic_load_n __atomic_store_n __atomic_sub_fetch " +
    "__builtin_add_overflow __builtin_alloca __builtin_bswap16 __builtin_bswap32 __builtin_bswap64 " +
    "__builtin_choose_expr __builtin_clz __builtin_clzl __builtin_clzll __builtin_constant_p __builtin_ctz " +
    "__builtin_ctzl __builtin_ctzll __builtin_expect __builtin_frame_address __builtin_memcpy " +
    "__builtin_mul_overflow __builtin_offsetof __builtin_popcount __builtin_popcountl __builtin_popcountll " +
    "__builtin_prefetch __builtin_return_address __builtin_sub_overflow __builtin_trap " +
    "__builtin_types_compatible_p __builtin_unreachable __builtin_va_arg __builtin_va_end __builtin_va_start " +
    "__sync_add_and_fetch __sync_bool_compare_and_swap __sync_fetch_and_add __sync_fetch_and_sub " +
    "__sync_lock_release __sync_lock_test_and_set __sync_sub_and_fetch __sync_synchronize " +
    "__sync_val_compare_and_swap _exit assert atomic_compare_exchange_strong atomic_compare_exchange_weak " +
    "atomic_exchange atomic_fetch_add atomic_fetch_add_explicit atomic_fetch_sub atomic_init atomic_load " +
    "atomic_load_explicit atomic_store atomic_store_explicit atomic_thread_fence htonl htons isfinite " +
    "isgreater isinf isless isnan isnormal major makedev minor ntohl ntohs offsetof setjmp signbit sigsetjmp " +
    "va_arg va_copy va_end va_start").split(" ");

/** Names that every file may take from the C library; a file's own definition comes first. */
export const C_LIBRARY: ReadonlySet<string> = new Set([
  ...MATHEMATICAL.flatMap((name) => [name, `${name}f`, `${name}l`]),
  ...SYSTEM,
  ...SYSTEM.map((name) => `${name}_r`),
  ...MACROS,
]);

const NO_MEMBERS: BuiltinType = { members: {}, closed: true };

/** Built-in types: none has members. */
export const C_TYPES: Readonly<Record<string, BuiltinType>> = Object.fromEntries(
  "void char short int long float double signed unsigned bool _Bool size_t".split(" ")
    .map((type) => [type, NO_MEMBERS]),
);

/** C's semantics. */
export const cSemantics: Semantics = {
  family: "c",
  separator: "::",
  classScopeIsLexical: false,
  inheritance: "depth-first",
  constructors: [],
  redefinition: "overload",
  declaredBeforeUse: true,
  constantsAreCallable: true,
  transparentPointers: true,
  needsImport: false,
  builtinNames: C_LIBRARY,
  builtinTypes: C_TYPES,
  commonMembers: new Set(),
};
