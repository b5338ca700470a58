import { answerContext } from "../../src/answers/answer_context.ts";
import type { Answered, Question } from "../../src/answers/question.ts";
import { questionNamed } from "../../src/answers/questions.ts";
import type { IndexedProject } from "../sample_project.ts";

/** What a question answers, its value known to be of a type. */
export function asked<Value>(
  { store, root }: IndexedProject,
  question: string | Question,
  given: Readonly<Record<string, unknown>>,
): Answered & { readonly value: Value } {
  const { answer } = typeof question === "string" ? questionNamed(question) : question;
  return answer(answerContext(store, root), given) as Answered & { readonly value: Value };
}
