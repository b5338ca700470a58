import type { IndexStore } from "../store/index_store.ts";
import type { KeptTexts } from "./kept_texts.ts";
import { SourceLines } from "./source_lines.ts";

/** What every question is asked of. */
export interface AnswerContext {
  readonly store: IndexStore;
  /** Absolute path of the project. */
  readonly root: string;
  /** Source for display. A context serves one question, so that it is fresh. */
  readonly lines: SourceLines;
  /** To be called now and then by whatever may take long. @throws {CancelledError} */
  readonly checkpoint: () => void;
}

/** Nobody waits for the answer any more. */
export class CancelledError extends Error {
  override name = "CancelledError";
  /** What to do, one sentence. */
  readonly remedy = "Ask again if the answer is wanted after all.";

  constructor() {
    super("the question was withdrawn");
  }
}

/**
 * A context for one question.
 *
 * @param isCancelled whether the answer is not wanted any more
 * @param kept texts of files that were read for questions before
 */
export function answerContext(
  store: IndexStore,
  root: string,
  isCancelled: () => boolean = () => false,
  kept?: KeptTexts,
): AnswerContext {
  const lines = new SourceLines(root, (path) => store.files.stateAt(path), kept);
  const checkpoint = (): void => {
    if (isCancelled()) throw new CancelledError();
  };
  return { store, root, lines, checkpoint };
}
