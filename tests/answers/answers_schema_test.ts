import assert from "node:assert/strict";
import { QUESTIONS } from "../../src/answers/questions.ts";
import type { JsonSchema } from "../../src/answers/shape.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

/** What is wrong with a value by a schema, at paths. */
function faults(value: unknown, schema: JsonSchema, at = "$"): string[] {
  if (schema.type === "array") {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item, index) => faults(item, schema.items!, `${at}[${index}]`));
  }
  if (schema.type === "object") {
    if (typeof value !== "object" || value === null) return [`${at} is no object`];
    const properties = schema.properties ?? {};
    const missing = (schema.required ?? []).filter((name) => !(name in value));
    return [
      ...missing.map((name) => `${at}.${name} is missing`),
      ...Object.entries(value).flatMap(([name, member]) => {
        const property = properties[name];
        return property === undefined
          ? [`${at}.${name} is unknown`]
          : faults(member, property, `${at}.${name}`);
      }),
    ];
  }
  if (schema.enum !== undefined && !schema.enum.includes(value as string)) {
    return [`${at}: ${value}`];
  }
  if (schema.type === "integer") return Number.isInteger(value) ? [] : [`${at} is no whole number`];
  return Object(value).constructor.name.toLowerCase() === schema.type
    ? []
    : [`${at} is no ${schema.type}`];
}

const project = await indexedProject(SHOP);
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

const GIVEN: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  search: [{ query: "price" }, { query: "nothing at all" }],
  callers: [{ symbol: "price", depth: 3 }, { symbol: "map" }, { symbol: "x" }],
  callees: [{ symbol: "Cart", depth: 3 }, { symbol: "x" }],
  trace: [{ from: "checkout", to: "Discount" }, { from: "x", to: "y" }],
  impact: [{ symbol: "price", depth: 3 }, { symbol: "x" }],
  node: [{ symbol: "Cart", includeCode: true }, { symbol: "shop/cart.py" }, { symbol: "map" }],
  status: [{}],
};

for (const { name, answerSchema } of QUESTIONS.filter(({ name }) => name in GIVEN)) {
  Deno.test(`answers of ${name} have the shape that they are listed with`, () => {
    for (const given of GIVEN[name]!) {
      const { value, text } = asked<unknown>(project, name, given);
      assert.deepEqual(faults(value, answerSchema), []);
      assert.ok(text.length > 0 && !text.includes("undefined"), text);
    }
  });
}
