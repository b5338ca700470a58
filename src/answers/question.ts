import type { AnswerContext } from "./answer_context.ts";
import { type InputOf, type Parameters, readInput } from "./parameters.ts";
import type { JsonSchema, Shape } from "./shape.ts";
import { optionalMaxChars } from "./symbol_parameters.ts";

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
  /**
   * Characters that an answer takes at most when the caller does not say. Without it the question
   * sees to its size itself.
   */
  readonly maxChars?: number;
  /**
   * Looks up what there is to tell, once: an answer that is too long is told again.
   *
   * @throws {QuestionError} when it cannot be answered, with the next step
   */
  readonly ask: (context: AnswerContext, input: InputOf<P>) => Telling<Answer>;
  /** The same answer as text to read. */
  readonly toText: (answer: Answer, input: InputOf<P>) => string;
}

/** Tells an answer, or so much of it: from 1 down to 0 of what it could show. */
export type Telling<Answer> = (scale: number) => Answer;

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
  const { name, title, description, parameters, shape, maxChars } = definition;
  const budget: Parameters = maxChars === undefined ? {} : { maxChars: optionalMaxChars(maxChars) };
  const all = { ...parameters, ...budget };
  return {
    name,
    title,
    description,
    parameters: all,
    answerSchema: shape.json,
    answer: (context, given) => {
      const input: object = readInput(all, given);
      const size = maxChars === undefined
        ? { maxChars: Infinity, isAsked: false }
        : sizeFor(input, parameters, maxChars);
      return context.store.snapshot(() => within(size, definition, context, input as InputOf<P>));
    },
  };
}

/** How long an answer may be. */
interface Size {
  readonly maxChars: number;
  /** Whether the caller said so, and not the question by itself. */
  readonly isAsked: boolean;
}

/** The size that is asked for, or else one that grows with the limit that is. */
function sizeFor(input: object, parameters: Parameters, byDefault: number): Size {
  const { maxChars, limit } = input as { readonly maxChars?: number; readonly limit?: number };
  if (maxChars !== undefined) return { maxChars, isAsked: true };
  const usual = parameters["limit"]?.json.default;
  const grown = typeof usual === "number" && limit !== undefined
    ? Math.min(LARGEST, byDefault * Math.max(1, limit / usual))
    : byDefault;
  return { maxChars: grown, isAsked: false };
}

/** Characters beyond which an answer is of no use to a model. */
const LARGEST = 100_000;

/** Times that an answer is made smaller until it fits. */
const MOST_TRIES = 10;
/** Of the scale that would just fit, what is tried: what cannot be left out takes its share. */
const CAUTION = 0.9;
/** The same once a few tries did not do. */
const HASTE = 0.5;
const PATIENT_TRIES = 3;

/**
 * Has less and less told until the answer is not too long, neither as JSON nor as text.
 *
 * @throws {QuestionError} when even the least that can be told is longer than what was asked for
 */
function within<P extends Parameters, Answer>(
  { maxChars, isAsked }: Size,
  { ask, toText }: QuestionDefinition<P, Answer>,
  context: AnswerContext,
  input: InputOf<P>,
): Answered {
  const tell = ask(context, input);
  for (let scale = 1, tries = 1;; tries++) {
    const value = tell(scale);
    const text = toText(value, input);
    if (maxChars === Infinity) return { value, text };
    const size = Math.max(text.length, JSON.stringify(value).length);
    if (size <= maxChars || tries === MOST_TRIES && !isAsked) return { value, text };
    if (tries === MOST_TRIES) throw tooLong(size, maxChars);
    scale *= maxChars / size * (tries <= PATIENT_TRIES ? CAUTION : HASTE);
  }
}

function tooLong(size: number, maxChars: number): QuestionError {
  return new QuestionError(
    `the shortest answer has ${size} characters, and maxChars is ${maxChars}`,
    `Give a maxChars of ${Math.ceil(size / 1000) * 1000} or more, or ask about less.`,
  );
}
