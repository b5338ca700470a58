/** Koa with its router: prefixes, nested routers, `router.routes()`. */
import { callAt, type GivenCall, lastNameAt, propertyAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { pathThenChildren } from "./express.ts";
import { type Given, type MountCall, VerbRouter, type VerbRouterSpec } from "./verb_router.ts";

/** The router of `router.routes()`. */
function routerOf([file, expression]: Given): Given {
  const call = callAt(file, expression);
  const isRoutes = call !== undefined && call.receiver >= 0 &&
    /^(?:routes|middleware)$/.test(lastNameAt(file, call.callee));
  return isRoutes ? [file, call.receiver] : [file, expression];
}

/** `router.use("/items", items.routes(), items.allowedMethods())`. */
function mounted(call: GivenCall, links: Links): MountCall {
  const { path, children } = pathThenChildren(call, links);
  return { path, children: children.map(routerOf) };
}

const KOA: VerbRouterSpec = {
  framework: "Koa",
  packages: /^(?:koa|koa-router|@koa\/router)$/,
  application: /^koa(?:\.default)?(?:\(\))?$/,
  router: /^(?:koa-router|@koa\/router)(?:\.default|\.Router)?(?:\(\))*$/,
  verbs: { del: "delete" },
  mounts: { use: mounted },
  under: [],
  ownPath: ({ file, positional }, links) =>
    links.texts.text(file, propertyAt(file, positional[0] ?? -1, "prefix")),
};

/** Koa. */
export const koaRouter: Linker = { link: (links) => new VerbRouter(links, KOA).link() };
