/**
 * Members that a project gives to types which lie outside it: `impl Shout for str`,
 * `fun String.shout()`. Such a type is known by its name alone; what is given to a type parameter is
 * given to every type.
 */
import type { Value } from "./values.ts";
import { append } from "./multimap.ts";

/** Stands for every type. */
export const EVERY_TYPE = "*";
/** The members of types outside one project. */
export class OutsideExtensions {
  /** Symbols by the type's name and, under it, the member's (global) name. */
  readonly #members = new Map<string, Map<number, number[]>>();
  /** Types of the project whose members a type outside has too. */
  readonly #bases = new Map<string, number[]>();

  /** Whether there are any at all. */
  get isEmpty(): boolean {
    return this.#members.size === 0 && this.#bases.size === 0;
  }

  /** Adds a definition that names a type outside as its owner. */
  add(type: string, name: number, symbol: number): void {
    const members = this.#members.get(type) ?? new Map<number, number[]>();
    this.#members.set(type, members);
    append(members, name, symbol);
  }

  /** Gives a type outside a base that the project defines. */
  addBase(type: string, base: number): void {
    const bases = this.#bases.get(type);
    if (bases === undefined) this.#bases.set(type, [base]);
    else if (!bases.includes(base)) bases.push(base);
  }

  /** Definitions of a (global) name that a value of a type has. */
  members(type: string, name: number): readonly number[] {
    return this.#members.get(type)?.get(name) ?? [];
  }

  /** Definitions of a (global) name that values of any type have: of what another type is, nothing is known. */
  membersOfAny(name: number): readonly number[] {
    const found: number[] = [];
    for (const members of this.#members.values()) found.push(...members.get(name) ?? []);
    return found;
  }

  /** Types of the project whose members a type has. */
  bases(type: string): readonly number[] {
    return this.#bases.get(type) ?? [];
  }
}

/** Names under which a value's type may be extended, the most particular first. */
export function extendedNames(value: Value): readonly string[] {
  switch (value.tag) {
    case "builtin":
      return [lastName(value.type), EVERY_TYPE];
    case "external":
      return value.derived && !value.name.includes("(")
        ? [lastName(value.name), EVERY_TYPE]
        : value.derived
        ? [EVERY_TYPE]
        : [];
    case "instance":
    case "self":
    case "parameter":
    case "tuple":
    case "function":
      return [EVERY_TYPE];
    default:
      return [];
  }
}

/** The last name of a path or qualified name. */
export function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf(":"), path.lastIndexOf(".")) + 1);
}
