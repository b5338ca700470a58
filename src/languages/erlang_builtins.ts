/** What every Erlang module knows without an import. */
import type { Semantics } from "../resolve/semantics.ts";
import { BEAM_SEMANTICS } from "./clause_family/beam_semantics.ts";

/** Macros of the preprocessor itself. */
export const BUILTIN_MACROS: ReadonlySet<string> = new Set(
  ("MODULE MODULE_STRING FILE LINE MACHINE FUNCTION_NAME FUNCTION_ARITY OTP_RELEASE FEATURE_AVAILABLE " +
    "FEATURE_ENABLED").split(" "),
);

/** Types of the language. */
export const BUILTIN_TYPES: ReadonlySet<string> = new Set(
  ("any none pid port reference atom bitstring binary float function fun integer list map tuple term boolean byte char " +
    "number string iodata iolist maybe_improper_list nonempty_list nonempty_string nil mfa module arity identifier node " +
    "timeout no_return non_neg_integer pos_integer neg_integer nonempty_improper_list nonempty_maybe_improper_list " +
    "dynamic nonempty_binary nonempty_bitstring record").split(" "),
);

const functions = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** What behaviours of the system ask for. */
export const OTP_CALLBACKS: Readonly<Record<string, ReadonlySet<string>>> = {
  application: functions("start/2 stop/1 prep_stop/1 start_phase/3 config_change/3"),
  gen_event: functions(
    "init/1 handle_event/2 handle_call/2 handle_info/2 terminate/2 code_change/3 format_status/1",
  ),
  gen_server: functions(
    "init/1 handle_call/3 handle_cast/2 handle_info/2 handle_continue/2 terminate/2 code_change/3 format_status/2",
  ),
  gen_statem: functions(
    "init/1 callback_mode/0 handle_event/4 terminate/3 code_change/4 format_status/2",
  ),
  supervisor: functions("init/1"),
};

const BIFS =
  "abs/1 apply/2 apply/3 atom_to_binary/1 atom_to_binary/2 atom_to_list/1 binary_part/3 binary_to_atom/1 " +
  "binary_to_atom/2 binary_to_existing_atom/1 binary_to_existing_atom/2 binary_to_float/1 binary_to_integer/1 " +
  "binary_to_integer/2 binary_to_list/1 binary_to_list/3 binary_to_term/1 binary_to_term/2 bit_size/1 byte_size/1 " +
  "ceil/1 date/0 demonitor/1 demonitor/2 element/2 erase/0 erase/1 error/1 error/2 error/3 exit/1 exit/2 " +
  "float/1 float_to_binary/1 float_to_binary/2 float_to_list/1 float_to_list/2 floor/1 get/0 get/1 group_leader/0 " +
  "halt/0 halt/1 hd/1 integer_to_binary/1 integer_to_binary/2 integer_to_list/1 integer_to_list/2 iolist_size/1 " +
  "iolist_to_binary/1 is_alive/0 is_atom/1 is_binary/1 is_bitstring/1 is_boolean/1 is_float/1 is_function/1 " +
  "is_function/2 is_integer/1 is_list/1 is_map/1 is_map_key/2 is_number/1 is_pid/1 is_port/1 is_process_alive/1 " +
  "is_record/2 is_record/3 is_reference/1 is_tuple/1 length/1 link/1 list_to_atom/1 list_to_binary/1 " +
  "list_to_existing_atom/1 list_to_float/1 list_to_integer/1 list_to_integer/2 list_to_pid/1 list_to_tuple/1 " +
  "make_ref/0 map_get/2 map_size/1 max/2 min/2 monitor/2 monitor/3 node/0 node/1 nodes/0 now/0 open_port/2 " +
  "pid_to_list/1 process_flag/2 process_info/1 process_info/2 put/2 register/2 round/1 self/0 send/2 setelement/3 " +
  "size/1 spawn/1 spawn/3 spawn/4 spawn_link/1 spawn_link/3 spawn_monitor/1 spawn_monitor/3 spawn_opt/2 " +
  "spawn_opt/4 split_binary/2 term_to_binary/1 term_to_binary/2 throw/1 time/0 tl/1 trunc/1 tuple_size/1 " +
  "tuple_to_list/1 unlink/1 unregister/1 whereis/1 record_info/2";

/** Erlang's semantics. */
export const erlangSemantics: Semantics = {
  ...BEAM_SEMANTICS,
  separator: ":",
  moduleSeparator: ":",
  builtinNames: new Set(BIFS.split(" ")),
};
