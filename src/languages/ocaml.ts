/** OCaml and its interfaces: modules and functors, values and labels, variants, records, objects, dune. */
import { ocamlModules } from "../resolve/modules/ocaml_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { readDuneFile } from "./ocaml/dune_file.ts";
import { ocamlRules } from "./ocaml/rules.ts";
import { ocamlSemantics } from "./ocaml_builtins.ts";

/** OCaml, and the files that say what a module offers. */
export const ocaml: LanguageImplementation = {
  manifests: { dune: readDuneFile },
  rules: ocamlRules,
  modules: ocamlModules,
  semantics: ocamlSemantics,
};
