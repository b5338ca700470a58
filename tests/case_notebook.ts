/**
 * Notebooks in cases: cells one after the other, each after a line `#%% code` or `#%% markdown`. The
 * language of the kernel stands in a line `#%% kernel R` before them; it is Python otherwise.
 */
import { type NotebookCode, notebookCode } from "../src/scan/documents/notebook.ts";

/** A notebook of a case. */
export interface CaseNotebook extends NotebookCode {
  /** Line of the case's text at which each cell starts. */
  readonly cellStarts: readonly number[];
}

const MARKER = /^#%% (code|markdown|kernel)(?: (\S+))?$/;

/** Reads the text of a case by way of the notebook that Jupyter would write. */
export function caseNotebook(text: string): CaseNotebook {
  const cells: { cell_type: string; metadata: unknown; source: string[] }[] = [];
  const cellStarts: number[] = [];
  let language = "python";
  for (const [index, line] of text.split("\n").entries()) {
    const [, kind, kernel] = MARKER.exec(line) ?? [];
    if (kind === "kernel") language = kernel!;
    else if (kind !== undefined) {
      cells.push({ cell_type: kind, metadata: {}, source: [] });
      cellStarts.push(index + 2);
    } else cells.at(-1)?.source.push(line + "\n");
  }
  const metadata = { kernelspec: { language, name: language } };
  const pieces = [JSON.stringify({ cells, metadata, nbformat: 4 }, null, 1)];
  return { ...notebookCode(() => pieces.pop()), cellStarts };
}
