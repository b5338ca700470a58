/** Zig: files and types as values, structs with methods, functions that make types, `@import`. */
import { zigModules } from "../resolve/modules/zig_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { WHOLE } from "./zig/definitions.ts";
import { zigRules } from "./zig/rules.ts";

/** Methods of the library's types: a name alone proves nothing about them. */
const COMMON_MEMBERS =
  "init deinit append appendSlice put get getOrPut remove contains count clone resize items iterator next reset " +
  "format print write writeAll read readAll close open alloc free create destroy dupe lock unlock wait pop push " +
  "toOwnedSlice ensureTotalCapacity clearRetainingCapacity fetchRemove keys values eql hash parse stringify";

/** Zig. */
export const zig: LanguageImplementation = {
  rules: zigRules,
  modules: zigModules,
  semantics: {
    family: "zig",
    separator: ".",
    classScopeIsLexical: true,
    inheritance: "depth-first",
    constructors: [],
    redefinition: "replace",
    needsImport: true,
    wholeNames: new Set([WHOLE]),
    builtinNames: new Set(["undefined", "null", "true", "false"]),
    builtinTypes: { slice: { members: { len: "same" }, closed: true } },
    commonMembers: new Set(COMMON_MEMBERS.split(" ")),
  },
};
