/** Dart: libraries and their parts, classes, mixins, extensions, named constructors, cascades, patterns. */
import { dartModules } from "../resolve/modules/dart_modules.ts";
import { readPubspec } from "./dart/pubspec.ts";
import { dartRules } from "./dart/rules.ts";
import { dartSemantics } from "./dart_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Dart. */
export const dart: LanguageImplementation = {
  manifests: { "pubspec.yaml": readPubspec },
  rules: dartRules,
  modules: dartModules,
  semantics: dartSemantics,
};
