/** What Lua, and the programs that commonly run it, have built in. */
import type { Semantics } from "../resolve/semantics.ts";

const FUNCTIONS =
  ("assert collectgarbage dofile error getmetatable ipairs load loadfile loadstring next pairs pcall print rawequal " +
    "rawget rawlen rawset require select setfenv getfenv setmetatable tonumber tostring type unpack xpcall module " +
    "describe it before_each after_each setup teardown pending insulate finally spy stub mock")
    .split(" ");

const TABLES =
  ("string table math io os coroutine debug package utf8 bit bit32 jit ffi _G _ENV _VERSION arg vim ngx love game " +
    "workspace script Instance Vector3 CFrame Color3 UDim2 Enum task shared redis turtle rednet minetest core")
    .split(" ");

/** Lua's semantics. */
export const luaSemantics: Semantics = {
  family: "lua",
  separator: ".",
  wholeNames: new Set(["="]),
  classScopeIsLexical: false,
  inheritance: "depth-first",
  constructors: ["new", "initialize", "init", "_init"],
  callMember: "__call",
  parametersAreOpaque: true,
  redefinition: "replace",
  declaredBeforeUse: true,
  needsImport: true,
  callsTellParameters: true,
  builtinNames: new Set([...FUNCTIONS, ...TABLES]),
  builtinTypes: { string: { members: {} }, number: { members: {} }, boolean: { members: {} } },
  commonMembers: new Set(
    ("new init get set add remove insert update draw load save open close read write start stop run call clear reset " +
      "push pop size count length find sort format concat each map filter keys values name type setup enable disable " +
      "create destroy show hide send connect next key value equal equals is_true is_false same has truthy falsy")
      .split(" "),
  ),
};
