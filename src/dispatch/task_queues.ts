/**
 * Tasks that Python hands to a queue: `send_mail.delay(1)` of Celery, RQ and Huey, `send_mail.send(1)`
 * of Dramatiq, and `app.send_task("mail.send_mail")` by name.
 */
import { Ref, RefKind, Sym } from "../extract/facts.ts";
import { receiverOf } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { HandedOver } from "./handed_over.ts";
import { addHandlerCalls, functionsOf } from "./handler_calls.ts";

const PYTHON = ["python"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const DECORATIONS: ReadonlySet<number> = new Set([RefKind.decorate]);
/** Decorators that make a task, by the package that has them. */
const LIBRARY = /(?:^|\.)(celery|dramatiq|huey|rq|django_rq|procrastinate|taskiq)\b/;
const DECORATORS = [
  "actor",
  "db_periodic_task",
  "db_task",
  "job",
  "periodic_task",
  "shared_task",
  "task",
];
/** Members of a task that run it, now or later. */
const STARTERS = [
  "apply",
  "apply_async",
  "defer",
  "defer_async",
  "delay",
  "enqueue",
  "kiq",
  "map",
  "s",
  "schedule",
  "send",
  "send_with_options",
  "si",
  "signature",
  "starmap",
];
/** Functions that are given the name of a task. */
const BY_NAME = ["send_task", "signature"];

class TaskQueues {
  readonly #links: Links;
  /** By the task's function: the library that runs it. */
  readonly #tasks = new Map<number, string>();
  /** Tasks by their functions' own names. */
  readonly #named = new HandedOver();

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    for (const site of this.#links.referencesTo(DECORATIONS, PYTHON, DECORATORS)) {
      this.#define(site);
    }
    if (this.#tasks.size === 0) return;
    for (const site of this.#links.referencesTo(CALLS, PYTHON, STARTERS)) this.#start(site);
    for (const site of this.#links.referencesTo(CALLS, PYTHON, BY_NAME)) this.#startNamed(site);
  }

  #define({ file, row }: Site): void {
    const symbol = file.reference(row, Ref.SYMBOL);
    const names = this.#links.namesOf(file, file.reference(row, Ref.EXPR));
    const library = names.map((name) => LIBRARY.exec(name)?.[1]).find((one) => one !== undefined);
    if (symbol < 0 || library === undefined) return;
    this.#tasks.set(file.firstSymbol + symbol, library);
    this.#named.add(file.nameOf(symbol), file.firstSymbol + symbol, file);
  }

  /** `task.delay(…)`. */
  #start(site: Site): void {
    const { file, row } = site;
    const task = receiverOf(file, file.reference(row, Ref.EXPR));
    this.#add(site, functionsOf(this.#links, file, task));
  }

  /** `app.send_task("package.module.task", …)`. */
  #startNamed(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const given = call.positional[0] ?? call.named.get("name") ?? -1;
    const name = this.#links.texts.text(call.file, given);
    if (name === undefined) return;
    const named = this.#named.metIn(site.file, [name.slice(name.lastIndexOf(".") + 1)]);
    this.#add(site, [...named].filter((symbol) => this.#isNamed(symbol, name)));
  }

  #isNamed(symbol: number, name: string): boolean {
    const file = this.#links.project.fileOfSymbol(symbol);
    const own = file.text(file.symbol(symbol - file.firstSymbol, Sym.NAME));
    const module = file.path.replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", ".");
    const qualified = `${module}.${own}`;
    return qualified === name || qualified.endsWith(`.${name}`) && name.includes(".");
  }

  #add(site: Site, functions: readonly number[]): void {
    for (const symbol of functions) {
      const library = this.#tasks.get(symbol);
      if (library === undefined) continue;
      addHandlerCalls(this.#links, site, new Set([symbol]), `${library} task`);
    }
  }
}

/** Links starts of tasks to their functions. */
export const taskQueues: Linker = { link: (links) => new TaskQueues(links).link() };
