/**
 * How long answers take inside a process that has the index open, as a server has.
 *
 * usage: answer_times.ts DATABASE ROOT SYMBOL…; prints milliseconds by question as JSON
 */
import { answerContext } from "../../src/answers/answer_context.ts";
import type { Question } from "../../src/answers/question.ts";
import { questionNamed } from "../../src/answers/questions.ts";
import { IndexStore } from "../../src/store/index_store.ts";
import { isAnonymous } from "../../src/store/symbol_queries.ts";
import { print } from "../measure/task.ts";
import { type AnswerTimes, SYMBOL_QUESTIONS } from "./questions.ts";

/** Names taken from the index itself, at equal distances, so that easy and hard ones are met. */
const SAMPLE = 200;
const SAMPLED_KINDS: ReadonlySet<string> = new Set(["class", "function", "method"]);

function sampledNames(store: IndexStore): string[] {
  const names = [...store.symbols.each()]
    .filter((symbol) => SAMPLED_KINDS.has(symbol.kind) && !isAnonymous(symbol))
    .map(({ name }) => name);
  const distance = Math.max(1, names.length / SAMPLE);
  const count = Math.min(SAMPLE, names.length);
  return Array.from({ length: count }, (_, index) => names[Math.floor(index * distance)]!);
}

function timeOf(store: IndexStore, root: string, question: Question, name: string): number {
  const [parameter = ""] = Object.keys(question.parameters);
  const started = performance.now();
  question.answer(answerContext(store, root), { [parameter]: name });
  return performance.now() - started;
}

/** Asks everything twice; the first time is to warm up. */
function timesOf(store: IndexStore, root: string, names: readonly string[]): AnswerTimes {
  const times = SYMBOL_QUESTIONS.map((name) => {
    const question = questionNamed(name);
    const ask = (symbol: string): number => timeOf(store, root, question, symbol);
    names.forEach(ask);
    return [name, names.map(ask)];
  });
  return Object.fromEntries(times);
}

if (import.meta.main) {
  const [database = "", root = "", ...symbols] = Deno.args;
  using store = IndexStore.open(database, root);
  print(JSON.stringify(timesOf(store, root, [...symbols, ...sampledNames(store)])));
}
