/** Lines of notebooks: they are counted through all code cells, and shown by cell. */

/** Where the code cells of a notebook start: pairs of a cell's number and its first line, in order. */
export type CellStarts = Int32Array;

/** A line as readers of a notebook know it. */
export interface CellLine {
  /** Which of the notebook's cells, those of text counted too, from 1. */
  readonly cell: number;
  /** Line in that cell, from 1. */
  readonly line: number;
}

/** The cell and line of a line that is counted through all code cells. */
export function cellLine(cells: CellStarts, line: number): CellLine {
  let low = 0;
  let high = cells.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (cells[middle * 2 + 1]! <= line) low = middle;
    else high = middle - 1;
  }
  return { cell: cells[low * 2]!, line: line - cells[low * 2 + 1]! + 1 };
}

/** A line of a cell, counted through all code cells; -1 when there is no such code cell. */
export function lineOfCell(cells: CellStarts, { cell, line }: CellLine): number {
  for (let at = 0; at < cells.length; at += 2) {
    if (cells[at] === cell) return cells[at + 1]! + line - 1;
  }
  return -1;
}

/** `1:1,3:12` for the pairs 1, 1 and 3, 12. */
export function cellsText(cells: CellStarts): string {
  const pairs: string[] = [];
  for (let at = 0; at < cells.length; at += 2) pairs.push(`${cells[at]}:${cells[at + 1]}`);
  return pairs.join(",");
}

/** Reads what {@link cellsText} wrote. */
export function cellsOf(text: string): CellStarts {
  return text === "" ? new Int32Array(0) : Int32Array.from(text.split(/[:,]/), Number);
}
