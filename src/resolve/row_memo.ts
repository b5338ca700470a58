/** Rows that are kept together. */
const PAGE_BITS = 4;
const PAGE = 1 << PAGE_BITS;
/** Pages that are kept in one array. */
const BLOCK_BITS = 12;
const BLOCK = 1 << BLOCK_BITS;

/**
 * Answers to a question about rows of the files' tables. Most rows are never asked about, so that
 * answers have room only where some are: that takes half the memory of a slot for each row.
 */
export class RowMemo<Answer> {
  /** By file and page of its rows, where the answers begin; 0 where there are none. */
  readonly #pages: Int32Array[] = [];
  readonly #blocks: (Answer | undefined)[][] = [[]];
  #end = PAGE;

  /**
   * Where the answer to a question about a row is kept.
   * @param rows how many the file has
   */
  place(file: number, row: number, rows: number): number {
    const pages = this.#pages[file] ??= new Int32Array((rows >> PAGE_BITS) + 1);
    const page = pages[row >> PAGE_BITS]! || this.#newPage(pages, row >> PAGE_BITS);
    return page + (row & (PAGE - 1));
  }

  get(place: number): Answer | undefined {
    return this.#blocks[place >> BLOCK_BITS]![place & (BLOCK - 1)];
  }

  set(place: number, answer: Answer | undefined): void {
    this.#blocks[place >> BLOCK_BITS]![place & (BLOCK - 1)] = answer;
  }

  #newPage(pages: Int32Array, at: number): number {
    const page = this.#end;
    this.#end += PAGE;
    if ((page & (BLOCK - 1)) === 0) this.#blocks.push([]);
    const block = this.#blocks.at(-1)!;
    while (block.length < (page & (BLOCK - 1)) + PAGE) block.push(undefined);
    pages[at] = page;
    return page;
  }
}
