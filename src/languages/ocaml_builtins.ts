/** What OCaml's standard library brings into every module. */
import type { Semantics } from "../resolve/semantics.ts";

/** Modules of the standard library: a file elsewhere that is named so is not meant. */
export const STANDARD_MODULES: ReadonlySet<string> = new Set(
  ("Arg Array ArrayLabels Atomic Bigarray Bool Buffer Bytes BytesLabels Callback Char Complex Condition Digest Domain " +
    "Dynlink Effect Either Ephemeron Event Filename Float Format Fun Gc Hashtbl In_channel Int Int32 Int64 Lazy Lexing List " +
    "ListLabels Map Marshal MoreLabels Mutex Nativeint Obj Oo Option Out_channel Parsing Printexc Printf Queue Random " +
    "Result Scanf Semaphore Seq Set Stack StdLabels Stdlib Str String StringLabels Sys Thread Type Uchar Unit Unix Weak")
    .split(" "),
);

/** Operators of the standard library: that one is used says nothing. */
export const STANDARD_OPERATORS: ReadonlySet<string> = new Set(
  ("+ - * / +. -. *. /. ** mod land lor lxor lsl lsr asr = <> == != < > <= >= && || & or not ! := ^ @ @@ |> :: ; <- " +
    "~- ~-. ~+ ~+. ? #").split(" "),
);

/** Constructors that every file knows. */
export const STANDARD_CONSTRUCTORS: ReadonlySet<string> = new Set(
  ("Some None Ok Error true false () [] :: Not_found Failure Invalid_argument Exit End_of_file Sys_error Match_failure " +
    "Assert_failure Division_by_zero Out_of_memory Stack_overflow").split(" "),
);

/** Types that every file knows. */
export const STANDARD_TYPES: ReadonlySet<string> = new Set(
  ("int char string bytes float bool unit exn array list option int32 int64 nativeint format4 format6 format lazy_t ref " +
    "result in_channel out_channel floatarray").split(" "),
);

const FUNCTIONS =
  ("raise raise_notrace invalid_arg failwith compare min max not abs max_int min_int sqrt exp log log10 cos sin tan acos " +
    "asin atan atan2 ceil floor abs_float mod_float float float_of_int truncate int_of_float infinity neg_infinity nan " +
    "epsilon_float int_of_char char_of_int ignore string_of_bool bool_of_string bool_of_string_opt string_of_int " +
    "int_of_string int_of_string_opt string_of_float float_of_string float_of_string_opt fst snd stdin stdout stderr " +
    "print_char print_string print_bytes print_int print_float print_endline print_newline prerr_char prerr_string " +
    "prerr_endline prerr_newline read_line read_int open_out open_out_bin flush flush_all output_char output_string " +
    "output close_out open_in open_in_bin input_char input_line input close_in really_input_string ref incr decr exit " +
    "at_exit succ pred lnot __LOC__ __FILE__ __LINE__ __MODULE__ __POS__ __FUNCTION__").split(" ");

/** OCaml's semantics. */
export const ocamlSemantics: Semantics = {
  family: "ocaml",
  separator: ".",
  classScopeIsLexical: "never",
  inheritance: "depth-first",
  constructors: [],
  parametersAreOpaque: true,
  variablesAreCallable: true,
  redefinition: "replace",
  laterShadows: true,
  declaredBeforeUse: true,
  needsImport: true,
  builtinNames: new Set(FUNCTIONS),
  builtinTypes: {},
  commonMembers: new Set([
    "get",
    "set",
    "run",
    "create",
    "make",
    "add",
    "find",
    "iter",
    "map",
    "fold",
  ]),
};
