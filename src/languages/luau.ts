/** Luau, Roblox's Lua: that of Lua, with types. */
import type { LanguageImplementation } from "./language.ts";
import { lua } from "./lua.ts";
import { maskLuau } from "./luau/mask.ts";
import { luauRules } from "./luau/rules.ts";

/** Luau. */
export const luau: LanguageImplementation = { ...lua, mask: maskLuau, rules: luauRules };
