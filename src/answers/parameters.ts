/** What questions take: each parameter's JSON Schema, its type, and how a caller's value is read. */
import type { JsonSchema } from "./shape.ts";

/** A caller gave something that the question cannot take. The message says what would do. */
export class InputError extends Error {
  override name = "InputError";

  constructor(message: string, readonly remedy: string) {
    super(message);
  }
}

/** One parameter of a question. */
export interface Parameter<out Value> {
  readonly json: JsonSchema;
  readonly required: boolean;
  /** Reads a value that was given, or `undefined` when none was. @throws {InputError} */
  readonly read: (value: unknown, name: string) => Value;
}

/** The parameters of a question, by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

type ReadValue<P> = P extends Parameter<infer Value> ? Value : never;
type OptionalNames<P extends Parameters> = {
  [K in keyof P]: undefined extends ReadValue<P[K]> ? K : never;
}[keyof P];

/** What a question is asked with, once its parameters are read. */
export type InputOf<P extends Parameters> =
  & { readonly [K in Exclude<keyof P, OptionalNames<P>>]: ReadValue<P[K]> }
  & { readonly [K in OptionalNames<P>]?: Exclude<ReadValue<P[K]>, undefined> };

/** Longest text taken: a question in words and a path with room to spare. */
const LONGEST_TEXT = 10_000;

/** A text that must be given. */
export function requiredText(description: string): Parameter<string> {
  return {
    json: { type: "string", description, minLength: 1, maxLength: LONGEST_TEXT },
    required: true,
    read: (value, name) => readText(value, name) ?? missing(name, description),
  };
}

/** A text that may be left out. */
export function optionalText(description: string): Parameter<string | undefined> {
  return {
    json: { type: "string", description, maxLength: LONGEST_TEXT },
    required: false,
    read: readText,
  };
}

/** Any number of texts; none when none are given. */
export function texts(description: string): Parameter<readonly string[]> {
  return {
    json: { type: "array", description, items: { type: "string", maxLength: LONGEST_TEXT } },
    required: false,
    read: (value, name) => {
      if (isAbsent(value)) return [];
      if (!Array.isArray(value)) return wrong(name, value, "a list of texts");
      return value.flatMap((one) => readText(one, name) ?? []);
    },
  };
}

/** A whole number between two bounds, both included; the default when none is given. */
export function wholeNumber(
  description: string,
  bounds: { readonly least: number; readonly most: number; readonly default: number },
): Parameter<number> {
  const { json, read } = optionalWholeNumber(description, bounds);
  return {
    json: { ...json, default: bounds.default },
    required: false,
    read: (value, name) => read(value, name) ?? bounds.default,
  };
}

/** A whole number between two bounds, both included, or none. A text that is one counts as one. */
export function optionalWholeNumber(
  description: string,
  { least, most }: { readonly least: number; readonly most: number },
): Parameter<number | undefined> {
  return {
    json: { type: "integer", description, minimum: least, maximum: most },
    required: false,
    read: (value, name) => {
      if (isAbsent(value)) return undefined;
      const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
      if (typeof read === "number" && Number.isInteger(read) && read >= least && read <= most) {
        return read;
      }
      return wrong(name, value, `a whole number from ${least} to ${most}`);
    },
  };
}

/** True or false. */
export function flag(description: string, byDefault: boolean): Parameter<boolean> {
  return {
    json: { type: "boolean", description, default: byDefault },
    required: false,
    read: (value, name) => {
      if (isAbsent(value)) return byDefault;
      if (typeof value === "boolean") return value;
      if (value === "true") return true;
      if (value === "false") return false;
      return wrong(name, value, "true or false");
    },
  };
}

/** One of some texts, or nothing. Upper and lower case count alike. */
export function optionalChoice<const Text extends string>(
  description: string,
  choices: readonly Text[],
): Parameter<Text | undefined> {
  return {
    json: { type: "string", description, enum: choices },
    required: false,
    read: (value, name) => {
      if (isAbsent(value) || value === "") return undefined;
      const found = typeof value === "string"
        ? choices.find((choice) => choice.toLowerCase() === value.toLowerCase())
        : undefined;
      return found ?? wrong(name, value, `one of ${choices.join(", ")}`);
    },
  };
}

/** One of some texts. */
export function choice<const Text extends string>(
  description: string,
  choices: readonly Text[],
  byDefault: NoInfer<Text>,
): Parameter<Text> {
  const { json, read } = optionalChoice(description, choices);
  return {
    json: { ...json, default: byDefault },
    required: false,
    read: (value, name) => read(value, name) ?? byDefault,
  };
}

/** JSON Schema of an object with these parameters. */
export function inputSchema(parameters: Parameters): JsonSchema {
  const entries = Object.entries(parameters);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { json }]) => [name, json])),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
}

/**
 * Reads what a caller gave.
 *
 * @throws {InputError} for what is missing, wrong or unknown
 */
export function readInput<P extends Parameters>(parameters: P, given: unknown): InputOf<P> {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return wrong("arguments", given, "an object");
  }
  const known = Object.keys(parameters);
  for (const name of Object.keys(given)) if (!known.includes(name)) unknown(name, known);
  const values = new Map<string, unknown>(Object.entries(given));
  const read = known.map((name) => [name, parameters[name]!.read(values.get(name), name)]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as InputOf<P>;
}

function readText(value: unknown, name: string): string | undefined {
  if (isAbsent(value)) return undefined;
  if (typeof value !== "string") return wrong(name, value, "a text");
  if (value.length > LONGEST_TEXT) {
    throw new InputError(
      `${name} has ${value.length} characters; at most ${LONGEST_TEXT} are taken`,
      `Give a shorter ${name}.`,
    );
  }
  // A NUL ends a path and a text for the systems below, and has no place in a name.
  if (value.includes("\0")) return wrong(name, value, "a text without NUL characters");
  return value.trim() === "" ? undefined : value.trim();
}

/** Models write out parameters that they mean to leave out. */
function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function missing(name: string, description: string): never {
  throw new InputError(`${name} is missing`, `Give ${name}: ${description}`);
}

function wrong(name: string, value: unknown, needed: string): never {
  const shown = JSON.stringify(value)?.slice(0, 60) ?? String(value);
  throw new InputError(`${name} is ${shown}`, `Give ${needed} as ${name}.`);
}

function unknown(name: string, known: readonly string[]): never {
  throw new InputError(
    `there is no parameter ${JSON.stringify(name.slice(0, 60))}`,
    `The parameters are ${known.join(", ")}.`,
  );
}
