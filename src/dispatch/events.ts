/**
 * Events of JavaScript: `emitter.emit("x")` makes run what the same emitter, or one of the same class,
 * was given for it by `emitter.on("x", handler)`.
 */
import { RefKind } from "../extract/facts.ts";
import type { GivenCall } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links } from "../resolve/links.ts";
import { originKey } from "../resolve/origins.ts";
import { parts } from "../resolve/values.ts";
import { HandedOver } from "./handed_over.ts";
import { addHandlerCalls, functionsOf } from "./handler_calls.ts";

const ECMASCRIPT = ["javascript", "typescript", "tsx"];
const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const LISTENERS = ["addListener", "on", "once", "prependListener", "prependOnceListener"];
/** What makes an emitter, by qualified name. */
const EMITTER =
  /^(?:events|node:events|eventemitter3|eventemitter2|mitt|emittery|nanoevents|tiny-emitter|component-emitter)\b/;

class Events {
  readonly #links: Links;
  /** Functions by emitter and event. */
  readonly #handlers = new HandedOver();

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, LISTENERS)) {
      const call = this.#links.callOf(site);
      if (call !== undefined) this.#listen(call);
    }
    if (this.#handlers.isEmpty) return;
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, ["emit"])) {
      const call = this.#links.callOf(site);
      if (call === undefined) continue;
      const handlers = this.#handlers.metIn(call.file, this.#keysOf(call));
      addHandlerCalls(this.#links, site, handlers, "event");
    }
  }

  #listen(call: GivenCall): void {
    const keys = this.#keysOf(call);
    if (keys.length === 0) return;
    const handlers = functionsOf(this.#links, call.file, call.positional[1] ?? -1);
    for (const key of keys) {
      for (const handler of handlers) this.#handlers.add(key, handler, call.file);
    }
  }

  /** Keys of the event that a call names, for each emitter that it may be called on. */
  #keysOf({ file, receiver, positional }: GivenCall): readonly string[] {
    const event = receiver < 0 ? undefined : this.#links.texts.text(file, positional[0] ?? -1);
    if (event === undefined || !this.#isEmitter({ file, receiver })) return [];
    const { evaluator } = this.#links.knowledge;
    evaluator.begin();
    const classes = parts(evaluator.value(file, receiver)).flatMap((part) =>
      part.tag === "instance" || part.tag === "self" ? [`c${part.symbol}`] : []
    );
    const emitters = classes.length > 0
      ? classes
      : this.#links.origins.of(file, receiver).map(originKey);
    return emitters.map((emitter) => `${emitter} ${event}`);
  }

  /** By where its class comes from: one of the project's own may lie in a file called `events`. */
  #isEmitter({ file, receiver }: Pick<GivenCall, "file" | "receiver">): boolean {
    const { evaluator } = this.#links.knowledge;
    evaluator.begin();
    return parts(evaluator.value(file, receiver)).some((part) => {
      if (part.tag === "external") return EMITTER.test(part.name);
      return (part.tag === "instance" || part.tag === "self") &&
        this.#links.outsideBasesOf(part.symbol).some((name) => EMITTER.test(name));
    });
  }
}

/** Links those who emit events to what listens. */
export const events: Linker = { link: (links) => new Events(links).link() };
