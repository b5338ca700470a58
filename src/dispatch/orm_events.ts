/**
 * Events of SQLAlchemy: `@event.listens_for(User, "before_insert")` and `event.listen(User, "load", run)`.
 * What happens to a class of the same file makes its listeners run; what happens elsewhere, the module
 * that has them listen.
 */
import { Ref, RefKind } from "../extract/facts.ts";
import type { GivenCall } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { addHandlerCalls, functionsOf } from "./handler_calls.ts";

const PYTHON = ["python"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const DECORATIONS: ReadonlySet<number> = new Set([RefKind.decorate]);
const EVENT = /^sqlalchemy\.event\.(?:listens_for|listen)$/;
const MECHANISM = "SQLAlchemy event";

function link(links: Links): void {
  for (const site of links.referencesTo(DECORATIONS, PYTHON, ["listens_for"])) {
    const { file, row } = site;
    const handler = file.reference(row, Ref.SYMBOL);
    const call = eventCall(links, site);
    if (call === undefined || handler < 0) continue;
    add(links, site, call, [file.firstSymbol + handler]);
  }
  for (const site of links.referencesTo(CALLS, PYTHON, ["listen"])) {
    const call = eventCall(links, site);
    if (call === undefined) continue;
    const given = call.positional[2] ?? call.named.get("fn") ?? -1;
    add(links, site, call, functionsOf(links, call.file, given));
  }
}

function eventCall(links: Links, site: Site): GivenCall | undefined {
  const call = links.callOf(site);
  const isEvent = call !== undefined &&
    links.namesOf(call.file, call.callee).some((name) => EVENT.test(name));
  return isEvent ? call : undefined;
}

function add(links: Links, site: Site, call: GivenCall, handlers: readonly number[]): void {
  const target = call.positional[0] ?? call.named.get("target") ?? -1;
  const own = target < 0 ? [] : links.resolveExpression(call.file, target).targets
    .map(({ symbol }) => symbol)
    .filter((symbol) => links.project.fileOfSymbol(symbol) === call.file);
  const from = own[0] ?? call.file.firstSymbol;
  addHandlerCalls(links, site, new Set(handlers), MECHANISM, from);
}

/** Links what events happen to to what listens. */
export const ormEvents: Linker = { link };
