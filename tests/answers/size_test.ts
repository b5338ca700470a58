import assert from "node:assert/strict";
import { QuestionError } from "../../src/answers/question.ts";
import { indexedProject } from "../sample_project.ts";
import { asked } from "./asked.ts";

/** Much of everything: long names, signatures, documentation, namesakes, callers, tests. */
const LONG = "a_name_that_somebody_thought_about_for_a_very_long_time";
const PARAMETERS = Array.from({ length: 12 }, (_, n) => `parameter_number_${n}=None`).join(", ");
const FUNCTION = (name: string, calls: readonly string[]): string =>
  `def ${name}(${PARAMETERS}):
    """${"Explains at length what it is for and why. ".repeat(6)}"""
${calls.map((call) => `    ${call}(1); ${call}(2); ${call}(3)\n`).join("")}    return 1
`;
const modules = Array.from({ length: 12 }, (_, n) => n);
const project = await indexedProject({
  [`${LONG}/core.py`]: FUNCTION(`${LONG}_core`, []),
  ...Object.fromEntries(modules.map((n) => [
    `${LONG}/module_${n}.py`,
    `from .core import ${LONG}_core\n\n${FUNCTION(`${LONG}_same`, [`${LONG}_core`])}
${FUNCTION(`${LONG}_user_${n}`, [`${LONG}_same`, `${LONG}_core`])}
class ${LONG}_Kind_${n}:
    ${FUNCTION(`${LONG}_method`, [`${LONG}_same`]).replaceAll("\n", "\n    ")}
`,
  ])),
  ...Object.fromEntries(modules.map((n) => [
    `tests/test_${LONG}_${n}.py`,
    `from ${LONG}.module_${n} import ${LONG}_user_${n}\n\n${
      FUNCTION(`test_${LONG}_${n}`, [`${LONG}_user_${n}`])
    }`,
  ])),
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

const SYMBOLS = ["core", "same", "method", "user_3", "unknown"].map((part) => `${LONG}_${part}`);

const QUESTIONS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ...SYMBOLS.flatMap((symbol) => [
    ["callers", { symbol }] as const,
    ["callers", { symbol, depth: 3 }] as const,
    ["callees", { symbol }] as const,
    ["impact", { symbol, depth: 4 }] as const,
    ["node", { symbol, includeCode: true }] as const,
    ["search", { query: symbol, limit: 50 }] as const,
    ["trace", { from: symbol, to: `${LONG}_core`, limit: 50 }] as const,
    ["trace", { from: `${LONG}_core`, to: symbol }] as const,
    ["explore", { query: symbol }] as const,
    ["context", { task: symbol }] as const,
  ]),
  ["node", { symbol: `${LONG}/module_3.py` }],
  ["search", { query: "x".repeat(9000) }],
  ["callers", { symbol: "x".repeat(9000) }],
  ["trace", { from: "x".repeat(9000), to: "y".repeat(9000) }],
  ["explore", { query: "core ".repeat(1800) }],
  ["context", { task: "core ".repeat(1800) }],
];

function sizeOf(question: string, given: Readonly<Record<string, unknown>>): number {
  const { value, text } = asked<unknown>(project, question, given);
  return Math.max(text.length, JSON.stringify(value).length);
}

Deno.test("every answer keeps to the size that is asked for", () => {
  for (const [question, given] of QUESTIONS) {
    for (const maxChars of [5500, 8000]) {
      const size = sizeOf(question, { ...given, maxChars });
      assert.ok(size <= maxChars, `${question} ${JSON.stringify(given)}: ${size} of ${maxChars}`);
    }
  }
});

Deno.test("an answer that cannot be so short is refused, with the size that would do", () => {
  for (const [question, given] of QUESTIONS) {
    try {
      const size = sizeOf(question, { ...given, maxChars: 2000 });
      assert.ok(size <= 2000, `${question} ${JSON.stringify(given)}: ${size}`);
    } catch (error) {
      if (!(error instanceof QuestionError)) throw error;
      const enough = Number(/maxChars of (\d+)/.exec(error.remedy)?.[1]);
      assert.ok(sizeOf(question, { ...given, maxChars: enough }) <= enough, error.remedy);
    }
  }
});
