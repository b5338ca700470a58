/** Every question, in the order in which they are listed. */
import { callers } from "./callers.ts";
import type { Question } from "./question.ts";

export const QUESTIONS: readonly Question[] = [callers];

/** The question of a short name. @throws {Error} when there is none */
export function questionNamed(name: string): Question {
  const question = QUESTIONS.find((question) => question.name === name);
  if (question === undefined) throw new Error(`there is no question ${name}`);
  return question;
}
