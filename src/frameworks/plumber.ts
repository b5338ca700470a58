/** Plumber (R): functions with `#* @get /path` above them, and those that `pr_get` and its kin are given. */
import { Expr, Op, Ref } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import { ANY_METHOD, HTTP_METHODS, Routes } from "./routes.ts";

/** Plumber. */
export const plumber: Linker = {
  link: (links) => {
    const routes = new Routes(links, "Plumber");
    for (const verb of [...HTTP_METHODS, "use"]) {
      for (const site of links.offers(`plumber ${verb}`, ["r"])) {
        const { file, row } = site;
        const served = file.reference(row, Ref.EXPR);
        const isNamed = file.expression(served, Expr.OP) === Op.symbol;
        const symbol = file.firstSymbol + file.expression(served, Expr.A);
        routes.add({
          methods: [verb === "use" ? ANY_METHOD : verb],
          // `<id:int>` has the type last.
          path: links.nameOf(site).replace(/<(\w+):[^<>]*>/g, "<$1>"),
          place: links.placeOf(site),
          handlers: isNamed
            ? [{ symbol, confidence: Certainty.exact, candidates: 1 }]
            : routes.handlersOf(file, served),
          confidence: Certainty.exact,
        });
      }
    }
  },
};
