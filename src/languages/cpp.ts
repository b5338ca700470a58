/** C++: namespaces, classes, templates, overloads, lambdas, and all that C has. */
import { withoutMacrosOfCpp } from "./c_family/masked_macros.ts";
import { cFamilyModules } from "./c_family/modules.ts";
import { cFamilyRules } from "./c_family/rules.ts";
import { cppSemantics } from "./cpp_builtins.ts";
import type { Language } from "./language.ts";

/** C++. */
export const cpp: Language = {
  id: "cpp",
  name: "C++",
  extensions: [
    ".cc",
    ".cpp",
    ".cxx",
    ".c++",
    ".hh",
    ".hpp",
    ".hxx",
    ".h++",
    ".ipp",
    ".inl",
    ".tpp",
    ".txx",
    ".cu",
    ".cuh",
    ".ino",
  ],
  grammar: "cpp",
  mask: withoutMacrosOfCpp,
  rules: cFamilyRules,
  modules: cFamilyModules,
  semantics: cppSemantics,
};
