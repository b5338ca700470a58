/** The shapes of answers: JSON Schema together with the TypeScript type that it describes. */

/** A JSON Schema (2020-12), as far as answers and parameters need it. */
export interface JsonSchema {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

declare const VALUE: unique symbol;

/** The shape of a value; `Value` exists for the compiler only. */
export interface Shape<out Value> {
  readonly json: JsonSchema;
  readonly isOptional?: boolean;
  readonly [VALUE]?: Value;
}

/** The type of the values of a shape. */
export type ValueOf<S> = S extends Shape<infer Value> ? Value : never;

type Members = Readonly<Record<string, Shape<unknown>>>;
type OptionalKeys<M extends Members> = {
  [K in keyof M]: M[K] extends { readonly isOptional: true } ? K : never;
}[keyof M];
type RecordOf<M extends Members> =
  & { readonly [K in Exclude<keyof M, OptionalKeys<M>>]: ValueOf<M[K]> }
  & { readonly [K in OptionalKeys<M>]?: ValueOf<M[K]> };

/** A text. */
export function text(description?: string): Shape<string> {
  return { json: described({ type: "string" }, description) };
}

/** A whole number. */
export function whole(description?: string): Shape<number> {
  return { json: described({ type: "integer" }, description) };
}

/** A number. */
export function number(description?: string): Shape<number> {
  return { json: described({ type: "number" }, description) };
}

/** True or false. */
export function truth(description?: string): Shape<boolean> {
  return { json: described({ type: "boolean" }, description) };
}

/** Longest list of texts that is written out: clients put schemas before their model. */
const LONGEST_LIST = 8;

/** One of some texts. */
export function oneOf<const Text extends string>(
  texts: readonly Text[],
  description?: string,
): Shape<Text> {
  const json: JsonSchema = texts.length <= LONGEST_LIST
    ? { type: "string", enum: texts }
    : { type: "string" };
  return { json: described(json, description) };
}

/** Any number of values of one shape. */
export function list<Value>(item: Shape<Value>, description?: string): Shape<readonly Value[]> {
  return { json: described({ type: "array", items: item.json }, description) };
}

/** Values of one shape by name. */
export function dictionary<Value>(
  value: Shape<Value>,
  description?: string,
): Shape<Readonly<Record<string, Value>>> {
  const json: JsonSchema = { type: "object", additionalProperties: value.json };
  return { json: described(json, description) };
}

/** A value with these members and no others. */
export function record<const M extends Members>(
  members: M,
  description?: string,
): Shape<RecordOf<M>> {
  const entries = Object.entries(members);
  const json: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, { json }]) => [name, json])),
    required: entries.filter(([, { isOptional }]) => isOptional !== true).map(([name]) => name),
    additionalProperties: false,
  };
  return { json: described(json, description) };
}

/** A member that may be missing. */
export function optional<Value>(
  shape: Shape<Value>,
): Shape<Value> & { readonly isOptional: true } {
  return { json: shape.json, isOptional: true };
}

function described(json: JsonSchema, description: string | undefined): JsonSchema {
  return description === undefined ? json : { ...json, description };
}
