import { join } from "node:path";
import { productCommand } from "../measure/command.ts";
import { V8_FLAGS } from "../v8_flags.ts";
import { measure } from "./measured_run.ts";
import { INDEX_DATABASE } from "./subjects.ts";

/** How long the answers to one kind of question took, in seconds. */
export interface QuestionResult {
  readonly question: string;
  /** Whole commands, as a person at a terminal gives them. */
  readonly commands: readonly number[];
  /** In a process that has the index open. */
  readonly answers: readonly number[];
}

/** Milliseconds of each answer, by question. */
export type AnswerTimes = Readonly<Record<string, readonly number[]>>;

/** The kinds of questions about one symbol. */
export const SYMBOL_QUESTIONS: readonly string[] = ["search", "callers", "callees", "node"];

/**
 * Asks each kind of question about symbols of an indexed project: a command for each of those given, and
 * in one process these and many others.
 *
 * @throws TaskFailure when a command fails, also because it finds nothing
 */
export async function askQuestions(
  folder: string,
  symbols: readonly string[],
): Promise<QuestionResult[]> {
  const answers = await timesInside(folder, symbols);
  const results: QuestionResult[] = [];
  for (const question of SYMBOL_QUESTIONS) {
    const commands: number[] = [];
    for (const symbol of symbols) commands.push(await commandSeconds(question, symbol, folder));
    const milliseconds = answers[question] ?? [];
    results.push({ question, commands, answers: milliseconds.map((time) => time / 1000) });
  }
  return results;
}

async function commandSeconds(question: string, symbol: string, folder: string): Promise<number> {
  const [command = "", ...product] = productCommand();
  const args = [...product, question, symbol, "--project", folder, "--json"];
  return (await measure({ command, args })).wallSeconds;
}

async function timesInside(folder: string, symbols: readonly string[]): Promise<AnswerTimes> {
  const script = decodeURIComponent(new URL("answer_times.ts", import.meta.url).pathname);
  const args = ["run", "-A", V8_FLAGS, script, join(folder, INDEX_DATABASE), folder, ...symbols];
  const { stdout } = await measure({ command: Deno.execPath(), args });
  return JSON.parse(stdout) as AnswerTimes;
}
