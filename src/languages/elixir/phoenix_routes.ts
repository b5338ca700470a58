/**
 * Routes of Phoenix, as a router's module declares them: `get "/users/:id", UserController, :show`,
 * `resources`, `live`, `forward`, `match`, under the scopes and resources around them.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { functionKey } from "../../resolve/modules/beam_modules.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

const VERBS: ReadonlySet<string> = new Set(
  "get post put patch delete head options connect trace".split(" "),
);
/** Actions of a resource, with the methods and the ends of the paths that they serve. */
const ACTIONS: readonly (readonly [action: string, verb: string, end: string])[] = [
  ["index", "get", ""],
  ["new", "get", "/new"],
  ["create", "post", ""],
  ["show", "get", "/:id"],
  ["edit", "get", "/:id/edit"],
  ["update", "patch", "/:id"],
  ["update", "put", "/:id"],
  ["delete", "delete", "/:id"],
];
/** Of a resource of which there is one. */
const OF_ONE: ReadonlySet<string> = new Set(["new", "create", "show", "edit", "update", "delete"]);

/** What serves the route of a plug. */
const CALL = functionKey("call", 2);
/** What serves that of a live view, whose template may lie in a file of its own. */
const LIVE = [functionKey("mount", 3), functionKey("render", 1)];

/** Where a route stands. */
interface Around {
  readonly path: string;
  /** What modules are named in: `HexWeb.API`; "" for nothing. */
  readonly alias: string;
}

/** Offers what serves routes, under the means `phoenix get`. */
export class PhoenixRoutes {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  /** Whether a call may declare a route. */
  isRoute(x: Extraction, name: string): boolean {
    return this.state.routers.has(this.state.moduleSymbol(x)) && !x.isInFunction() &&
      (VERBS.has(name) || /^(?:forward|live|match|resources)$/.test(name));
  }

  /** What a call declares. */
  declare(x: Extraction, call: NodeIndex, name: string): void {
    const args = this.s.argumentsOf(x, call);
    const around = this.#around(x, call);
    if (name === "resources") return this.#resources(x, args, around);
    const given = name === "match" ? args.slice(1) : args;
    const [path, module, action] = given;
    if (path === undefined || module === undefined) return;
    const isAtom = action !== undefined && x.tree.kinds[action] === this.s.K.atom;
    const named = isAtom ? x.textOf(action).slice(1) : "";
    const means = name === "match" ? this.#matched(x, args[0]) : VERBS.has(name) ? name : "get";
    if (name === "live") this.#offer(x, path, means, around, module, LIVE);
    else if (name === "forward") this.#offer(x, path, "any", around, module, [CALL], "/*path");
    else {
      const served = named === "" ? CALL : functionKey(named, 2);
      this.#offer(x, path, means, around, module, [served]);
    }
  }

  /** `:get`, `:*`. */
  #matched(x: Extraction, verb: NodeIndex | undefined): string {
    const text = verb === undefined ? "" : x.textOf(verb).slice(1);
    return VERBS.has(text) ? text : "any";
  }

  #resources(x: Extraction, args: readonly NodeIndex[], around: Around): void {
    const [path, module] = args;
    if (path === undefined || module === undefined) return;
    const isOne = x.textOf(this.s.keyword(x, args, "singleton")) === "true";
    const only = this.#atoms(x, args, "only");
    const except = this.#atoms(x, args, "except");
    const parameter = this.s.stringText(x, this.s.keyword(x, args, "param")) || "id";
    for (const [action, verb, end] of ACTIONS) {
      if (only?.includes(action) === false || except?.includes(action) === true) continue;
      if (isOne && !OF_ONE.has(action)) continue;
      const own = isOne ? end.replace("/:id", "") : end.replace(":id", `:${parameter}`);
      this.#offer(x, path, verb, around, module, [functionKey(action, 2)], own);
    }
  }

  #atoms(x: Extraction, args: readonly NodeIndex[], name: string): string[] | undefined {
    const list = this.s.keyword(x, args, name);
    if (list === NONE) return undefined;
    return Array.from(x.textOf(list).matchAll(/\w+/g), ([word]) => word);
  }

  #offer(
    x: Extraction,
    path: NodeIndex,
    means: string,
    around: Around,
    module: NodeIndex,
    keys: readonly string[],
    end = "",
  ): void {
    if (x.tree.kinds[path] !== this.s.K.string) return;
    const written = x.textOf(module);
    const name = around.alias === ""
      ? this.state.fullName(x, written)
      : `${around.alias}.${written}`;
    const of = this.expressions.module(x, name);
    if (x.tree.kinds[module] !== this.s.K.alias) return;
    const served = keys.map((key) => x.memberExpression(of, key)).reduce((a, b) => x.either(a, b));
    const full = `${around.path}/${this.s.stringText(x, path)}${end}`.replace(/\/{2,}/g, "/");
    x.offer(full, x.tree.starts[path]! + 1, served, `phoenix ${means}`);
  }

  /** The paths and names of the scopes and resources in whose blocks a call is written. */
  #around(x: Extraction, call: NodeIndex): Around {
    const { tree } = x;
    let path = "";
    let alias = "";
    for (let at = tree.parents[call]!; at !== NONE; at = tree.parents[at]!) {
      if (tree.kinds[at] !== this.s.K.call) continue;
      const name = this.s.targetName(x, at);
      const args = this.s.argumentsOf(x, at);
      if (name === "resources") path = `${this.#member(x, args)}/${path}`;
      if (name !== "scope") continue;
      const own = this.#scope(x, args);
      path = `${own.path}/${path}`;
      if (own.alias !== "") alias = alias === "" ? own.alias : `${own.alias}.${alias}`;
    }
    return { path, alias };
  }

  /** Path of one of the resources around: `/users/:user_id`. */
  #member(x: Extraction, args: readonly NodeIndex[]): string {
    const path = this.s.stringText(x, args[0]);
    if (x.textOf(this.s.keyword(x, args, "singleton")) === "true") return path;
    const named = this.s.stringText(x, this.s.keyword(x, args, "name"));
    const last = path.slice(path.lastIndexOf("/") + 1);
    const controller = args[1] === undefined ? "" : x.textOf(args[1]);
    const name = named || snakeCase(controller.replace(/^.*\.|Controller$/g, "")) || last;
    return `${path}/:${name}_${this.s.stringText(x, this.s.keyword(x, args, "param")) || "id"}`;
  }

  /** `scope "/api", HexWeb.API, as: :api do`, `scope path: "/api", alias: HexWeb.API do`. */
  #scope(x: Extraction, args: readonly NodeIndex[]): Around {
    const { K } = this.s;
    const path = args.find((one) => x.tree.kinds[one] === K.string) ??
      this.s.keyword(x, args, "path");
    const alias = args.find((one) => x.tree.kinds[one] === K.alias) ??
      this.s.keyword(x, args, "alias");
    const isNamed = alias !== NONE && x.tree.kinds[alias] === K.alias;
    return { path: this.s.stringText(x, path), alias: isNamed ? x.textOf(alias) : "" };
  }

  /** Whether `use` makes a module a router: `use Phoenix.Router`, `use HexWeb, :router`. */
  isRouter(x: Extraction, module: string, args: readonly NodeIndex[]): boolean {
    return module === "Phoenix.Router" ||
      args.slice(1).some((one) =>
        x.textOf(one) === ":router" ||
        namedChildren(x, one).some((inner) => x.textOf(inner) === ":router")
      );
  }
}

function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase();
}
