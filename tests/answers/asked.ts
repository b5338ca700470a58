import { answerContext } from "../../src/answers/answer_context.ts";
import { type Answered } from "../../src/answers/question.ts";
import { questionNamed } from "../../src/answers/questions.ts";
import type { IndexedProject } from "../sample_project.ts";

/** What a question answers, its value known to be of a type. */
export function asked<Value>(
  { store, root }: IndexedProject,
  question: string,
  given: Readonly<Record<string, unknown>>,
): Answered & { readonly value: Value } {
  const answered = questionNamed(question).answer(answerContext(store, root), given);
  return answered as Answered & { readonly value: Value };
}
