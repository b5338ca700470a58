/** Gives a project an index: one that lies beside it as a start, else from nothing. */
import { fullIndex, type FullIndexOptions } from "./full_index.ts";
import type { IndexSummary } from "./index_summary.ts";
import { seededIndex } from "./seeded_index.ts";

/** Makes a project's index. @throws as {@link fullIndex} */
export async function buildIndex(options: FullIndexOptions): Promise<IndexSummary> {
  return await seededIndex(options) ?? await fullIndex(options);
}
