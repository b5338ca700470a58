/** Nix: attribute sets, functions, `let`, and the files that import each other. */
import { nixModules } from "../resolve/modules/nix_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { nixRules, WHOLE } from "./nix/rules.ts";

/** Names that every file sees. */
const BUILTINS =
  "builtins import map toString throw abort baseNameOf dirOf derivation fetchGit fetchTarball fetchMercurial fetchTree " +
  "fromTOML isNull placeholder removeAttrs scopedImport true false null __currentSystem";
/** Functions of package sets: a name alone proves nothing of them. */
const COMMON_MEMBERS =
  "override overrideAttrs callPackage mkDerivation extend withPackages concatMapStringsSep optional optionals " +
  "mkOption mkIf mkEnableOption mkMerge mkDefault mkForce optionalString map filter attrNames toString";

/** Nix. */
export const nix: LanguageImplementation = {
  rules: nixRules,
  modules: nixModules,
  semantics: {
    family: "nix",
    separator: ".",
    classScopeIsLexical: false,
    inheritance: "depth-first",
    constructors: [],
    redefinition: "replace",
    needsImport: true,
    valuesAreUsed: true,
    membersStandAnywhere: true,
    parametersAreOpaque: true,
    wholeNames: new Set([WHOLE]),
    builtinNames: new Set(BUILTINS.split(" ")),
    builtinTypes: {},
    commonMembers: new Set(COMMON_MEMBERS.split(" ")),
  },
};
