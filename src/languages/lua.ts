/** Lua: tables as modules, classes and objects, methods with a colon, metatables, `require`. */
import { luaModules } from "../resolve/modules/lua_modules.ts";
import type { LanguageImplementation } from "./language.ts";
import { luaRules } from "./lua/rules.ts";
import { luaSemantics } from "./lua_builtins.ts";

/** Lua. */
export const lua: LanguageImplementation = {
  rules: luaRules,
  modules: luaModules,
  semantics: luaSemantics,
};
