/** Calls of functions that were handed over beforehand: an edge from who triggers to what then runs. */
import { Ref, Sym } from "../extract/facts.ts";
import { Certainty, EdgeCode, EvidenceCode } from "../resolve/edges.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isCallable } from "../resolve/symbol_kinds.ts";

/** Functions of the project that an expression means. */
export function functionsOf(links: Links, file: ProjectFile, expression: number): number[] {
  if (expression < 0) return [];
  return links.resolveExpression(file, expression).targets
    .map(({ symbol }) => symbol)
    .filter((symbol) => {
      const owner = links.project.fileOfSymbol(symbol);
      return isCallable(owner.symbol(symbol - owner.firstSymbol, Sym.KIND));
    });
}

/**
 * Adds edges from where a reference stands to each function that it makes run.
 * @param mechanism by what it runs, for people: `Celery`, `signal`
 * @param from what makes it run, if that is not where the reference stands
 */
export function addHandlerCalls(
  links: Links,
  site: Site,
  functions: ReadonlySet<number>,
  mechanism: string,
  from: number = site.file.firstSymbol + Math.max(0, site.file.reference(site.row, Ref.SYMBOL)),
): void {
  const place = links.placeOf(site);
  for (const to of functions) {
    links.addEdge(place, from, to, {
      kind: EdgeCode.calls,
      evidence: EvidenceCode.dispatch,
      mechanism,
      confidence: Certainty.inferred,
      candidates: functions.size,
    });
  }
}
