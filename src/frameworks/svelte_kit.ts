/** SvelteKit: endpoints, pages, and what loads and acts for them, by the paths of their files. */
import type { Linker } from "../resolve/linker.ts";
import { addFileRoutes, type FileRoute, segmentsOf } from "./file_routes.ts";
import { ANY_METHOD, HTTP_METHODS } from "./routes.ts";

const ROUTE = /^(?:.*?\/)??src\/routes\/(?:(.*)\/)?\+(server|page|page\.server)$/;
const METHODS = {
  ...Object.fromEntries(
    HTTP_METHODS.map((method) => [method.toUpperCase(), method.toUpperCase()]),
  ),
  fallback: ANY_METHOD,
};

function routeOf(file: string, ending: string): FileRoute | undefined {
  const [, folders = "", role] = ROUTE.exec(file) ?? [];
  if (role === undefined) return undefined;
  const isPage = ending === ".svelte";
  if (isPage && role !== "page") return undefined;
  const loads = isPage ? { default: "GET" } : { load: "GET", actions: "POST" };
  return { path: segmentsOf(folders), serves: role === "server" ? METHODS : loads };
}

/** SvelteKit. */
export const svelteKit: Linker = {
  link: (links) =>
    addFileRoutes(links, {
      framework: "SvelteKit",
      packages: /^(?:@sveltejs\/kit|\$app)$/,
      routeOf,
    }),
};
