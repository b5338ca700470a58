/**
 * What Rails and its kin run by name: jobs (`CleanJob.perform_later(1)`, `Worker.perform_async(1)` run
 * `perform`), and callbacks of records and controllers (`before_save :tidy`).
 */
import { Ref, RefKind, Sym } from "../extract/facts.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { callAt, receiverOf } from "../resolve/given.ts";
import { isType } from "../resolve/symbol_kinds.ts";
import { typeAround } from "../resolve/type_around.ts";
import { addHandlerCalls, functionsOf } from "./handler_calls.ts";
import { RAILS_CALLBACKS } from "./rails_callbacks.ts";

const RUBY = ["ruby"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
/** Members of a job's class that have it run, and the library that they are of. */
const STARTERS = new Map([
  ["perform_async", "Sidekiq"],
  ["perform_at", "Sidekiq"],
  ["perform_bulk", "Sidekiq"],
  ["perform_in", "Sidekiq"],
  ["perform_later", "Active Job"],
  ["perform_now", "Active Job"],
]);
const DEEPEST = 4;

class RubyJobs {
  readonly #links: Links;

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, RUBY, STARTERS.keys())) this.#start(site);
    for (const site of this.#links.referencesTo(CALLS, RUBY, RAILS_CALLBACKS)) this.#callback(site);
  }

  /** `CleanJob.set(wait: 1.hour).perform_later(user)`. */
  #start(site: Site): void {
    const { file, row } = site;
    let of = receiverOf(file, file.reference(row, Ref.EXPR));
    for (let depth = 0; depth < DEEPEST; depth++) {
      const call = callAt(file, of);
      if (call === undefined || call.receiver < 0) break;
      of = call.receiver;
    }
    if (of < 0) return;
    const classes = this.#links.resolveExpression(file, of).targets.map(({ symbol }) => symbol);
    const library = STARTERS.get(this.#links.nameOf(site))!;
    const run = classes.flatMap((one) => this.#methodsOf(one, "perform"));
    addHandlerCalls(this.#links, site, new Set(run), `${library} job`);
  }

  /** `before_save :tidy, unless: :clean?` in a class. */
  #callback(site: Site): void {
    const call = this.#links.callOf(site);
    const owner = typeAround(site.file, site.file.reference(site.row, Ref.SYMBOL));
    if (call === undefined || owner < 0) return;
    const given = [...call.positional];
    for (const name of ["if", "unless", "with"]) given.push(call.named.get(name) ?? -1);
    const named = given.flatMap((one) => this.#links.texts.texts(call.file, one));
    const run = named.flatMap((name) => this.#methodsOf(site.file.firstSymbol + owner, name));
    addHandlerCalls(this.#links, site, new Set(run), "Rails callback");
    const blocks = call.positional.flatMap((one) => functionsOf(this.#links, call.file, one));
    addHandlerCalls(this.#links, site, new Set(blocks), "Rails callback");
  }

  #methodsOf(symbol: number, name: string): readonly number[] {
    const { knowledge, project } = this.#links;
    const file = project.fileOfSymbol(symbol);
    if (!isType(file.symbol(symbol - file.firstSymbol, Sym.KIND))) return [];
    return knowledge.members.find({ tag: "instance", symbol, args: [] }, name)
      .flatMap(({ entity }) => knowledge.symbolsOf(file, entity));
  }
}

/** Links starts of jobs and declarations of callbacks to what then runs. */
export const rubyJobs: Linker = { link: (links) => new RubyJobs(links).link() };
