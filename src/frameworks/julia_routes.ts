/** Julia: Genie's `route("/x") do … end`, Oxygen's `@get "/x" function …`. */
import { RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import { lastNameAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { HTTP_METHODS, Routes } from "./routes.ts";

const JULIA = ["julia"];
const CALLS = new Set([RefKind.call]);
const MACROS = HTTP_METHODS.map((method) => `@${method}`);

function add(links: Links, routes: Routes, site: Site, isMacro: boolean): void {
  const call = links.callOf(site);
  if (call === undefined) return;
  const { file, named } = call;
  // What is written behind `do` stands first among them.
  const positional = call.positional.filter((one) => one >= 0);
  const path = links.texts.text(file, positional[0] ?? -1);
  if (path === undefined) return;
  const method = isMacro
    ? links.nameOf(site).slice(1)
    : lastNameAt(file, named.get("method") ?? -1) || "GET";
  routes.add({
    methods: [method],
    path,
    place: links.placeOf(site),
    handlers: positional.slice(1).flatMap((one) => routes.handlersOf(file, one)),
    confidence: Certainty.exact,
  });
}

/** Genie and Oxygen. */
export const juliaRoutes: Linker = {
  link: (links) => {
    const [genie, oxygen] = [new Routes(links, "Genie"), new Routes(links, "Oxygen")];
    for (const site of links.referencesTo(CALLS, JULIA, ["route"])) {
      if (links.specifiersOf(site.file).some((name) => /^Genie\b/.test(name))) {
        add(links, genie, site, false);
      }
    }
    for (const site of links.referencesTo(CALLS, JULIA, MACROS)) {
      if (links.specifiersOf(site.file).some((name) => /^Oxygen\b/.test(name))) {
        add(links, oxygen, site, true);
      }
    }
  },
};
