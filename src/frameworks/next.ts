/** Next.js: pages and endpoints by the paths of their files, in `app` as in `pages`. */
import type { Linker } from "../resolve/linker.ts";
import { addFileRoutes, type FileRoute, segmentsOf } from "./file_routes.ts";
import { ANY_METHOD, HTTP_METHODS } from "./routes.ts";

const METHODS = Object.fromEntries(
  HTTP_METHODS.map((method) => [method.toUpperCase(), method.toUpperCase()]),
);
const APP = /^(?:.*?\/)??(?:src\/)?app\/(?:(.*)\/)?(page|route)$/;
const PAGES = /^(?:.*?\/)??(?:src\/)?pages\/(.*)$/;
const SCRIPT = /[jt]sx?$/;
/** Slots of a layout, which are no part of a path. */
const SLOT = /^(?:@.*|index)$/;
/** Pages that serve no path of their own. */
const SPECIAL = /(?:^|\/)_/;

function routeOf(file: string, ending: string): FileRoute | undefined {
  if (!SCRIPT.test(ending)) return undefined;
  const [, folders = "", role] = APP.exec(file) ?? [];
  if (role !== undefined) {
    if (SPECIAL.test(folders)) return undefined;
    return {
      path: segmentsOf(folders, SLOT),
      serves: role === "route" ? METHODS : { default: "GET" },
    };
  }
  const page = PAGES.exec(file)?.[1];
  if (page === undefined || SPECIAL.test(page)) return undefined;
  const isEndpoint = /^api(?:\/|$)/.test(page);
  return { path: segmentsOf(page), serves: { default: isEndpoint ? ANY_METHOD : "GET" } };
}

/** Next.js. */
export const next: Linker = {
  link: (links) => addFileRoutes(links, { framework: "Next.js", packages: /^next$/, routeOf }),
};
