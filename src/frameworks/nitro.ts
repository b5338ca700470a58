/** Nuxt's server (Nitro): endpoints by the paths of their files, `server/api/items/[id].get.ts`. */
import type { Linker } from "../resolve/linker.ts";
import { addFileRoutes, type FileRoute, segmentsOf } from "./file_routes.ts";
import { ANY_METHOD } from "./routes.ts";

const ROUTE =
  /^(?:.*?\/)??server\/(api|routes)\/(.*?)(?:\.(get|post|put|patch|delete|head|options))?$/;

function routeOf(file: string): FileRoute | undefined {
  const [, root, path, method] = ROUTE.exec(file) ?? [];
  if (path === undefined) return undefined;
  return {
    path: segmentsOf(root === "api" ? `api/${path}` : path),
    serves: { default: method?.toUpperCase() ?? ANY_METHOD },
  };
}

/** Nitro. */
export const nitro: Linker = {
  link: (links) =>
    addFileRoutes(links, {
      framework: "Nitro",
      packages: /^(?:nuxt|h3|nitropack|nitro|#imports)$/,
      routeOf,
      calls: ["defineEventHandler", "eventHandler", "defineCachedEventHandler"],
    }),
};
