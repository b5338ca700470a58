/** Cython: Python with classes, functions and variables of C, what headers declare, and casts. */
import { cythonModules } from "../resolve/modules/cython_modules.ts";
import { cythonRules } from "./cython/rules.ts";
import { readCython } from "./cython/source.ts";
import type { LanguageImplementation } from "./language.ts";
import { PYTHON_COMMANDS } from "./python.ts";
import { pythonSemantics } from "./python_builtins.ts";
import { withCommands } from "./shell/command_calls.ts";

/** Words and types that every file sees. */
const BUILTINS =
  "NULL sizeof typeid nogil gil bint void char short long unsigned signed double size_t ssize_t Py_ssize_t Py_hash_t " +
  "Py_UCS4 Py_UNICODE ptrdiff_t unicode basestring xrange long unichr cython inline include";

/** Cython. */
export const cython: LanguageImplementation = {
  mask: (text) => readCython(text).python,
  rules: withCommands(cythonRules, PYTHON_COMMANDS),
  modules: cythonModules,
  semantics: {
    ...pythonSemantics,
    constructors: [...pythonSemantics.constructors, "__cinit__"],
    typesHaveParts: "marked",
    builtinNames: new Set([...pythonSemantics.builtinNames, ...BUILTINS.split(" ")]),
  },
};
