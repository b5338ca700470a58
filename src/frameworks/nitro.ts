/** Nuxt: pages (`pages/items/[id].vue`) and endpoints of its server, Nitro (`server/api/items/[id].get.ts`). */
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

const PAGE = /^(?:.*?\/)??pages\/(.*)$/;

function pageOf(file: string, ending: string): FileRoute | undefined {
  const page = ending === ".vue" ? PAGE.exec(file)?.[1] : undefined;
  return page === undefined ? undefined : { path: segmentsOf(page), serves: { default: "GET" } };
}

const PACKAGES = /^(?:nuxt|h3|nitropack|nitro|#imports)$/;

/** Nitro and Nuxt. */
export const nitro: Linker = {
  link: (links) => {
    addFileRoutes(links, {
      framework: "Nitro",
      packages: PACKAGES,
      routeOf,
      calls: ["defineEventHandler", "eventHandler", "defineCachedEventHandler"],
    });
    addFileRoutes(links, { framework: "Nuxt", packages: PACKAGES, routeOf: pageOf });
  },
};
