import type { AnswerContext } from "./answer_context.ts";
import { type InputOf, type Parameters, readInput } from "./parameters.ts";
import type { JsonSchema, Shape } from "./shape.ts";

/** What a question is made of. */
export interface QuestionDefinition<P extends Parameters, Answer> {
  /** Short name: `callers`. */
  readonly name: string;
  /** For people, a few words. */
  readonly title: string;
  /** What it answers; the first line says it alone, since some hosts show no more. */
  readonly description: string;
  readonly parameters: P;
  readonly shape: Shape<Answer>;
  /** @throws {QuestionError} when it cannot be answered, with the next step */
  readonly ask: (context: AnswerContext, input: InputOf<P>) => Answer;
  /** The same answer as text to read. */
  readonly toText: (answer: Answer) => string;
}

/** An answer as a value of the question's shape and as text. */
export interface Answered {
  readonly value: unknown;
  readonly text: string;
}

/** A question that can be asked of an index: the same for a terminal and for an agent. */
export interface Question {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** Of the answer's value. */
  readonly answerSchema: JsonSchema;
  /**
   * @param given parameters by name, as they come from outside
   * @throws {InputError} when they cannot be taken
   * @throws {QuestionError} when there is no answer
   */
  readonly answer: (context: AnswerContext, given: unknown) => Answered;
}

/** A question that cannot be answered as it was asked. Says what to do next. */
export class QuestionError extends Error {
  override name = "QuestionError";

  constructor(
    message: string,
    /** The next step, one sentence. */
    readonly remedy: string,
  ) {
    super(message);
  }
}

/** The question of a definition. */
export function question<P extends Parameters, Answer>(
  definition: QuestionDefinition<P, Answer>,
): Question {
  const { name, title, description, parameters, shape, ask, toText } = definition;
  return {
    name,
    title,
    description,
    parameters,
    answerSchema: shape.json,
    answer: (context, given) => {
      const value = ask(context, readInput(parameters, given));
      return { value, text: toText(value) };
    },
  };
}
