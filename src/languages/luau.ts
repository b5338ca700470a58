/** Luau, Roblox's Lua: that of Lua, with types. */
import type { LanguageImplementation } from "./language.ts";
import { lua } from "./lua.ts";
import { maskLuau } from "./luau/mask.ts";
import { readRojoProject } from "./luau/rojo_project.ts";
import { luauRules } from "./luau/rules.ts";

/** What Luau and Roblox have built in beyond Lua. */
const BUILT_IN =
  ("typeof warn tick time wait spawn delay newproxy buffer vector plugin settings Axes BrickColor CatalogSearchParams " +
    "ColorSequence ColorSequenceKeypoint DateTime DockWidgetPluginGuiInfo Faces Font NumberRange NumberSequence " +
    "NumberSequenceKeypoint OverlapParams PathWaypoint PhysicalProperties Random Ray RaycastParams Rect Region3 " +
    "SharedTable TweenInfo UDim Vector2 Vector2int16 Vector3int16").split(" ");

/** Luau. */
export const luau: LanguageImplementation = {
  ...lua,
  manifests: {
    "default.project.json": readRojoProject,
    "dev.project.json": readRojoProject,
    "test.project.json": readRojoProject,
  },
  mask: maskLuau,
  rules: luauRules,
  semantics: {
    ...lua.semantics,
    builtinNames: new Set([...lua.semantics.builtinNames, ...BUILT_IN]),
  },
};
