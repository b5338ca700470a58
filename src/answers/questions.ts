/** Every question, in the order in which they are listed. */
import { callees } from "./callees.ts";
import { callers } from "./callers.ts";
import { context } from "./context.ts";
import { explore } from "./explore.ts";
import { impact } from "./impact.ts";
import { node } from "./node.ts";
import type { Question } from "./question.ts";
import { search } from "./search.ts";
import { status } from "./status.ts";
import { trace } from "./trace.ts";

export const QUESTIONS: readonly Question[] = [
  search,
  callers,
  callees,
  trace,
  impact,
  node,
  explore,
  context,
  status,
];

/** The question of a short name. @throws {Error} when there is none */
export function questionNamed(name: string): Question {
  const question = QUESTIONS.find((question) => question.name === name);
  if (question === undefined) throw new Error(`there is no question ${name}`);
  return question;
}
