/** Phoenix: what the modules of routers declare, with the functions of controllers that serve it. */
import { Ref } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { ANY_METHOD, HTTP_METHODS, Routes } from "./routes.ts";

const ELIXIR = ["elixir"];

function link(links: Links): void {
  const isUsed = links.filesIn(ELIXIR).some((file) => links.importsPackage(file, /^Phoenix$/));
  if (!isUsed) return;
  const routes = new Routes(links, "Phoenix");
  for (const verb of [...HTTP_METHODS, "any", "connect", "trace"]) {
    for (const site of links.offers(`phoenix ${verb}`, ELIXIR)) {
      routes.add({
        methods: [verb === "any" ? ANY_METHOD : verb],
        path: links.nameOf(site),
        place: links.placeOf(site),
        handlers: routes.handlersOf(site.file, site.file.reference(site.row, Ref.EXPR)),
        confidence: Certainty.exact,
      });
    }
  }
}

/** Phoenix. */
export const phoenix: Linker = { link };
