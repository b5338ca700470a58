/** What the kinds of symbols can be used for. */
import { Kind } from "../extract/facts.ts";

/** Whether a kind of symbol can have instances. */
export function isType(kind: number): boolean {
  return kind === Kind.class || kind === Kind.struct || kind === Kind.interface ||
    kind === Kind.trait || kind === Kind.enum || kind === Kind.type;
}

/** Whether a kind of symbol can be called by its name. */
export function isCallable(kind: number): boolean {
  return kind === Kind.function || kind === Kind.method || kind === Kind.constructor ||
    kind === Kind.macro || kind === Kind.test || kind === Kind.rule;
}

/** Whether a kind of symbol is a function that can be handed on as a value. */
export function isFunction(kind: number): boolean {
  return isCallable(kind) && kind !== Kind.macro;
}
