/** Places in files as readers know them: notebooks are read by cell, everything else by line. */
import { cellLine } from "../scan/documents/cells.ts";
import { hasCells } from "../scan/documents/document_formats.ts";
import type { IndexStore } from "../store/index_store.ts";
import { optional, whole } from "./shape.ts";

/** A line, in notebooks that of a cell. */
export interface ShownLine {
  /** Of a notebook: which of its cells, those of text counted too, from 1. */
  readonly cell?: number;
  readonly line: number;
}

/** Shape of {@link ShownLine.cell}. */
export const cellShape = optional(
  whole("of a notebook: the cell, from 1; lines then count from its first"),
);

/** A line of a file as it is shown. */
export function shownLine(store: IndexStore, file: string, line: number): ShownLine {
  const cells = hasCells(file) ? store.files.at(file)?.cells : undefined;
  return cells === undefined || cells.length === 0 ? { line } : cellLine(cells, line);
}

/** `12`, or `[cell 3] 2`. */
export function lineText({ cell, line }: ShownLine): string {
  return cell === undefined ? String(line) : `[cell ${cell}] ${line}`;
}

/** `path:12`, or `path [cell 3]:2`. */
export function placeText(file: string, { cell, line }: ShownLine): string {
  return cell === undefined ? `${file}:${line}` : `${file} [cell ${cell}]:${line}`;
}
