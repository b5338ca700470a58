/**
 * Signals of Django and of blinker (Flask): who sends one makes run what is connected to it, by
 * `@receiver(signal)`, `signal.connect(handler)` or `@signal.connect`.
 */
import { Expr, Op, Ref, RefKind } from "../extract/facts.ts";
import { elementsAt, type GivenCall, receiverOf } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { type Origin, originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { HandedOver } from "./handed_over.ts";
import { addHandlerCalls, functionsOf } from "./handler_calls.ts";

const PYTHON = ["python"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const DECORATIONS: ReadonlySet<number> = new Set([RefKind.decorate]);
const SENDERS = ["asend", "asend_robust", "send", "send_async", "send_robust"];
const CONNECTORS = ["connect", "connect_via"];
/** What makes a signal, or is one, by qualified name. */
const SIGNAL =
  /(?:^|\.)(?:django\.(?:[\w.]+\.)?(?:dispatch|signals)|blinker|flask(?:\.signals)?)\b/;

class Signals {
  readonly #links: Links;
  /** Functions by the signal that makes them run. */
  readonly #receivers = new HandedOver();

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    const { referencesTo } = this.#links;
    const sites = referencesTo.bind(this.#links);
    for (const site of sites(DECORATIONS, PYTHON, ["receiver", ...CONNECTORS])) {
      this.#decorated(site);
    }
    for (const site of sites(CALLS, PYTHON, ["connect"])) this.#connected(site);
    if (this.#receivers.isEmpty) return;
    for (const site of sites(CALLS, PYTHON, SENDERS)) this.#sent(site);
  }

  /** `@receiver(signal)`, `@receiver([one, other])`, `@signal.connect`, `@signal.connect_via(x)`. */
  #decorated(site: Site): void {
    const { file, row } = site;
    const symbol = file.reference(row, Ref.SYMBOL);
    if (symbol < 0) return;
    const handler = file.firstSymbol + symbol;
    const call = this.#links.callOf(site);
    if (this.#links.nameOf(site) === "receiver") {
      if (call !== undefined) this.#connect(file, this.#signalsGiven(call), [handler]);
    } else this.#connect(file, [receiverOf(file, file.reference(row, Ref.EXPR))], [handler]);
  }

  #signalsGiven({ file, positional, named }: GivenCall): readonly number[] {
    const given = positional[0] ?? named.get("signal") ?? -1;
    const several = elementsAt(file, given);
    return several.length > 0 ? several : [given];
  }

  /** `signal.connect(handler)`. */
  #connected(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const given = call.positional[0] ?? call.named.get("receiver") ?? -1;
    this.#connect(call.file, [call.receiver], functionsOf(this.#links, call.file, given));
  }

  #connect(file: ProjectFile, signals: readonly number[], handlers: readonly number[]): void {
    for (const signal of signals) {
      for (const key of this.#keysOf(file, signal)) {
        for (const handler of handlers) this.#receivers.add(key, handler, file);
      }
    }
  }

  #sent(site: Site): void {
    const { file, row } = site;
    const keys = this.#keysOf(file, receiverOf(file, file.reference(row, Ref.EXPR)));
    addHandlerCalls(this.#links, site, this.#receivers.metIn(file, keys), "signal");
  }

  /** Keys of the signals that an expression may be. */
  #keysOf(file: ProjectFile, expression: number): readonly string[] {
    return expression < 0
      ? []
      : this.#links.origins.of(file, expression).filter((origin) => this.#isSignal(origin)).map(
        originKey,
      );
  }

  #isSignal(origin: Origin): boolean {
    switch (origin.tag) {
      case "external":
        return SIGNAL.test(origin.name);
      case "expression": {
        const { file, expression } = origin;
        if (file.expression(expression, Expr.OP) !== Op.call) return false;
        const names = this.#links.typeNamesOf(file, expression);
        return names.some((name) => SIGNAL.test(name));
      }
      default:
        return false;
    }
  }
}

/** Links senders of signals to what receives them. */
export const signals: Linker = { link: (links) => new Signals(links).link() };
