import type { IndexStore } from "../store/index_store.ts";
import { SourceLines } from "./source_lines.ts";

/** What every question is asked of. */
export interface AnswerContext {
  readonly store: IndexStore;
  /** Absolute path of the project. */
  readonly root: string;
  /** Source for display. A context serves one question, so that it is fresh. */
  readonly lines: SourceLines;
}

/** A context for one question. */
export function answerContext(store: IndexStore, root: string): AnswerContext {
  const lines = new SourceLines(root, (path) => store.files.at(path)?.hash);
  return { store, root, lines };
}
