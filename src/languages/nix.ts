/** Nix: attribute sets, functions, `let`, and the files that import each other. */
import { nixModules } from "../resolve/modules/nix_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { GIVEN_PREFIX, nixRules, WHOLE } from "./nix/rules.ts";
import { PLAIN_SEMANTICS } from "./plain_semantics.ts";

/** Names that every file sees. */
const BUILTINS =
  "builtins import map toString throw abort baseNameOf dirOf derivation fetchGit fetchTarball fetchMercurial fetchTree " +
  "fromTOML isNull placeholder removeAttrs scopedImport true false null __currentSystem";
/** Functions of package sets and of their library: a name alone proves nothing of them. */
const COMMON_MEMBERS =
  "override overrideAttrs callPackage mkDerivation extend withPackages mkOption mkIf mkEnableOption mkMerge mkDefault " +
  "mkForce mkOverride mkOrder mkBefore mkAfter mkPackageOption map filter attrNames toString listOf attrsOf lazyAttrsOf " +
  "nullOr either oneOf enum submodule submoduleWith functionTo strMatching separatedString coercedTo uniq unique package " +
  "anything raw addCheck optional optionals optionalString optionalAttrs concatMap concatMapStringsSep concatStringsSep " +
  "concatStrings concatLists flatten foldl foldr imap0 imap1 filterAttrs mapAttrs mapAttrsToList nameValuePair genAttrs " +
  "listToAttrs recursiveUpdate attrByPath hasAttrByPath splitString hasPrefix hasSuffix removePrefix removeSuffix " +
  "escapeShellArg escapeShellArgs escape toUpper toLower literalExpression warn warnIf throwIf assertMsg evalModules fix " +
  "extends makeExtensible makeOverridable sort elem any all head tail last init take drop range toList isString isList " +
  "isAttrs isFunction getExe getBin cleanSource fileContents importJSON importTOML writeText writeShellScript " +
  "writeShellScriptBin writeShellApplication runCommand symlinkJoin buildEnv linkFarm fetchurl fetchFromGitHub generate " +
  "toINI toJSON toYAML toKeyValue";

/** Nix. */
export const nix: LanguageImplementation = {
  rules: nixRules,
  modules: nixModules,
  semantics: {
    ...PLAIN_SEMANTICS,
    family: "nix",
    valuesAreUsed: true,
    membersStandAnywhere: true,
    givenPrefix: GIVEN_PREFIX,
    parametersAreOpaque: true,
    wholeNames: new Set([WHOLE]),
    builtinNames: new Set(BUILTINS.split(" ")),
    commonMembers: new Set(COMMON_MEMBERS.split(" ")),
  },
};
