/** Sources of languages whose modules hold functions, for the random edits beside `random_sources.ts`. */

/** A language: where its files are, names of modules, and pieces of which they are made. */
export interface Family {
  readonly paths: readonly string[];
  readonly modules: readonly string[];
  readonly templates: readonly string[];
}

/** Elixir and Erlang, which call each other. */
export const BEAM: Family = {
  paths: ["lib/a.ex", "lib/b.ex", "test/a_test.exs", "src/alpha.erl", "src/beta.erl", "src/a.hrl"],
  modules: ["Alpha", "Beta", "Gamma.Alpha", "Enum"],
  templates: [
    "defmodule {T} do\n  alias Gamma.{U}\n  def {f}(x), do: {g}(x)\n  def {f}(x, y \\\\ 1), do: {M}.{h}(x)\nend\n",
    "defmodule Gamma.{T} do\n  import {M}\n  use {M}\n  def {f}(x), do: {g}(x) |> {h}()\nend\n",
    "defmodule {T} do\n  defmacro __using__(_) do\n    quote do\n      import {M}\n      alias Gamma.{U}\n      def {f}(x), do: x\n    end\n  end\n  def {g}(x), do: x\nend\n",
    "defmodule {T} do\n  use {M}, :{f}\n  def {g}(x), do: {h}(x) && {U}.{f}(x)\n  def {f}, do: quote(do: import {U})\nend\n",
    "defprotocol {T} do\n  def {f}(x)\nend\ndefimpl {T}, for: {U} do\n  def {f}(x), do: {T}.{g}(x)\nend\n",
    "defmodule {T} do\n  @behaviour {M}\n  @callback {f}(term) :: term\n  defstruct [:a]\n  @impl true\n  def {g}(x), do: %{U}{a: &{h}/1}\nend\n",
    "-module(alpha).\n-export([{f}/1]).\n-include(\"a.hrl\").\n{f}(X) -> {g}(X), beta:{h}(X), 'Elixir.{T}':{f}(X).\n",
    "-module(beta).\n-behaviour(alpha).\n-import(alpha, [{f}/1]).\n-compile(export_all).\n{g}(X) -> {f}(X), #{h}{}, ?{n}(1).\n",
    "-record({f}, {a}).\n-define({n}(X), alpha:{g}(X)).\n",
    "-callback {f}(term()) -> ok.\n-type {g}() :: alpha:{h}().\n",
  ],
};

/** Haskell. */
export const HASKELL: Family = {
  paths: ["src/Alpha.hs", "src/Beta.hs", "src/Gamma/Alpha.hs", "app/Main.hs"],
  modules: ["Alpha", "Beta", "Gamma.Alpha", "Data.List"],
  templates: [
    "module {T} where\nimport {M}\n{f} x = {g} x\n",
    "module Gamma.{T} ({f}, {U}(..), module {M}) where\nimport {M} ({g}, {U}(..))\n{f} :: {U} -> Int\n{f} x = {g} x\n",
    "import qualified {M} as M\n{f} x = M.{g} x\n",
    "import {M} hiding ({f})\n{h} = {f} . {g}\n",
    "data {T} = {U} { {f} :: Int } | Make{T}\n",
    "class {T} a where\n  {f} :: a -> Int\ninstance {T} {U} where\n  {f} x = {g} x\n",
    "{f} ({U} x) = {h} x\n",
  ],
};

/** OCaml and its interfaces. */
export const OCAML: Family = {
  paths: ["ml/alpha.ml", "ml/alpha.mli", "ml/beta.ml", "ml/dune", "bin/main.ml"],
  modules: ["Alpha", "Beta", "Top.Alpha", "List"],
  templates: [
    "(library (name top))\n",
    "open {M}\nlet {f} x = {g} x\n",
    "include {M}\nlet rec {f} x = {h} x\n",
    "module {T} = struct\n  let {f} x = {M}.{g} x\nend\n",
    "module {T} = {M}\nlet {f} x = {T}.{g} x\n",
    "module type S{T} = sig val {f} : int -> int end\nmodule {U} (X : S{T}) = struct let {g} x = X.{f} x end\n",
    "module {T} = {U} ({M})\nlet {f} = {T}.{g} 1\n",
    "val {f} : int -> int\nval {g} : int\n",
    "type {f} = {T} of int | {U}\nlet {g} = {M}.({h} 1)\n",
    "class {f} = object (self) method {g} = self#{h} end\nlet {h} = new {f}\n",
  ],
};
