import { productCommand } from "../measure/command.ts";
import { measure } from "./measured_run.ts";

/** How long the answers to one kind of question took, a whole command each, in seconds. */
export interface QuestionResult {
  readonly question: string;
  readonly seconds: readonly number[];
}

const QUESTIONS = ["search", "callers", "callees", "node"];

/**
 * Asks each kind of question about each symbol of an indexed project, as a person at a terminal would.
 *
 * @throws TaskFailure when a command fails, also because it finds nothing
 */
export async function askQuestions(
  folder: string,
  symbols: readonly string[],
): Promise<QuestionResult[]> {
  const [command = "", ...product] = productCommand();
  const results: QuestionResult[] = [];
  for (const question of QUESTIONS) {
    const seconds: number[] = [];
    for (const symbol of symbols) {
      const args = [...product, question, symbol, "--project", folder, "--json"];
      seconds.push((await measure({ command, args })).wallSeconds);
    }
    results.push({ question, seconds });
  }
  return results;
}
