/** Hono: applications, chained routes and what is mounted by `route`. */
import type { Linker } from "../resolve/linker.ts";
import type { GivenCall } from "../resolve/given.ts";
import type { Links } from "../resolve/links.ts";
import { pathThenChildren } from "./express.ts";
import { type MountCall, VerbRouter, type VerbRouterSpec } from "./verb_router.ts";

/** `app.route("/api", books)`. */
function routeOf({ file, positional }: GivenCall): MountCall {
  const [path, ...children] = positional;
  if (path === undefined) return { path: undefined, children: [] };
  return { path: [file, path], children: children.map((child) => [file, child] as const) };
}

const HONO: VerbRouterSpec = {
  framework: "Hono",
  packages: /^(?:hono|@hono\/zod-openapi)$/,
  application: /^(?:hono|@hono\/zod-openapi)\.(?:OpenAPI)?Hono(?:\(\))?$/,
  router: /^$/,
  mounts: {
    use: (call: GivenCall, links: Links): MountCall => pathThenChildren(call, links),
    route: routeOf,
    mount: routeOf,
  },
  under: ["basePath"],
};

/** Hono. */
export const hono: Linker = { link: (links) => new VerbRouter(links, HONO).link() };
