/** What every Elixir file knows without an import. */
import type { Semantics } from "../resolve/semantics.ts";
import { functionKey } from "../resolve/modules/beam_modules.ts";
import { BEAM_SEMANTICS } from "./clause_family/beam_semantics.ts";

/** What is written like a call and is part of the language: none of these is a call of anything. */
export const SPECIAL_FORMS: ReadonlySet<string> = new Set(
  ("alias and case catch cond def defp defmodule defmacro defmacrop defguard defguardp defdelegate defexception " +
    "defimpl defprotocol defstruct defoverridable do else fn for if import in not or quote receive rescue require " +
    "super throw try unless unquote unquote_splicing use when with after raise reraise " +
    "using describe test property setup setup_all assert refute assert_raise assert_receive refute_receive " +
    "assert_received refute_received assert_in_delta flunk doctest schema embedded_schema field")
    .split(" "),
);

/** Functions and macros of `Kernel`, each with the numbers of arguments that it takes. */
const KERNEL =
  "abs/1 apply/2 apply/3 binary_part/3 binding/0 bit_size/1 byte_size/1 ceil/1 dbg/1 destructure/2 " +
  "div/2 elem/2 exit/1 floor/1 function_exported?/3 get_and_update_in/3 get_in/2 hd/1 inspect/1 inspect/2 " +
  "is_atom/1 is_binary/1 is_bitstring/1 is_boolean/1 is_exception/1 is_exception/2 is_float/1 is_function/1 " +
  "is_function/2 is_integer/1 is_list/1 is_map/1 is_map_key/2 is_nil/1 is_number/1 is_pid/1 is_port/1 " +
  "is_reference/1 is_struct/1 is_struct/2 is_tuple/1 length/1 macro_exported?/3 make_ref/0 map_size/1 match?/2 " +
  "max/2 min/2 node/0 node/1 pop_in/1 pop_in/2 put_elem/3 put_in/2 put_in/3 rem/2 round/1 self/0 send/2 spawn/1 " +
  "spawn/3 spawn_link/1 spawn_link/3 spawn_monitor/1 struct/1 struct/2 struct!/1 struct!/2 tap/2 then/2 " +
  "throw/1 tl/1 to_charlist/1 to_string/1 to_timeout/1 trunc/1 tuple_size/1 update_in/2 update_in/3 var!/1 " +
  "sigil_r/2 sigil_w/2";

/** Elixir's semantics. */
export const elixirSemantics: Semantics = {
  ...BEAM_SEMANTICS,
  builtinNames: new Set(KERNEL.split(" ")),
  commonMembers: new Set(
    "init start_link child_spec call cast new get put run name".split(" ").flatMap((name) =>
      [0, 1, 2, 3].map((arity) => functionKey(name, arity))
    ),
  ),
};
