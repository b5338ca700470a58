/** A full index with its progress on the terminal. */
import { buildIndex } from "../index/build_index.ts";
import type { IndexSummary } from "../index/index_summary.ts";
import type { ParsePool } from "../index/parse_pool.ts";
import { LANGUAGES } from "../languages/registry.ts";
import { ensureLayout } from "../project/layout.ts";
import { readSettings } from "../project/settings.ts";
import { stopOnInterrupt } from "./interrupt.ts";
import { ProgressDisplay } from "./progress_display.ts";
import type { Terminal } from "./terminal.ts";

/** Indexes the project at `root`. @throws as {@link buildIndex}, and errors of layout and settings */
export async function indexProject(
  root: string,
  terminal: Terminal,
  options: { readonly force: boolean; readonly pool?: ParsePool },
): Promise<IndexSummary> {
  const settings = readSettings(root, new Set(LANGUAGES.map(({ id }) => id)));
  const layout = ensureLayout(root);
  using interrupt = stopOnInterrupt();
  using display = new ProgressDisplay(terminal);
  return await buildIndex({
    ...options,
    layout,
    settings,
    signal: interrupt.signal,
    onProgress: (progress) => display.show(progress),
  });
}
