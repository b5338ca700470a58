/** What the command line writes to: results to stdout, everything else to stderr. */

/** Whoever reads our output has gone, as `head` does: nothing is left to be done. */
export class OutputClosedError extends Error {
  override name = "OutputClosedError";
}

/** The terminal, or what stands in its place. */
export class Terminal {
  /** Whether stderr is a terminal, so that a line may be rewritten. */
  readonly isInteractive: boolean;
  /** Whether results may be set off from each other by how they look. */
  readonly useColor: boolean;
  /** Say nothing on stderr but errors. */
  quiet = false;
  readonly #encoder = new TextEncoder();

  constructor() {
    this.isInteractive = Deno.stderr.isTerminal();
    this.useColor = Deno.stdout.isTerminal() && (Deno.env.get("NO_COLOR") ?? "") === "";
  }

  /** Columns of the terminal; 80 when it does not say. */
  get width(): number {
    try {
      return Deno.consoleSize().columns;
    } catch {
      return 80;
    }
  }

  /** Writes a result, with a line end. */
  print(text: string): void {
    this.write(text + "\n");
  }

  /** Writes to stdout as it is. @throws {OutputClosedError} */
  write(text: string): void {
    this.#write(Deno.stdout, text);
  }

  /** Says something beside the results. */
  note(text: string): void {
    if (!this.quiet) this.#write(Deno.stderr, text + "\n");
  }

  /** Rewrites the last line of an interactive terminal. */
  status(text: string): void {
    if (this.quiet || !this.isInteractive) return;
    this.#write(Deno.stderr, `\r\x1b[2K${text}`);
  }

  /** Reports an error, and what to do about it. */
  error(message: string, remedy?: string): void {
    this.#write(Deno.stderr, `codegraph: ${message}\n`);
    if (remedy !== undefined) this.#write(Deno.stderr, `  ${remedy}\n`);
  }

  /** Text in bold where that shows. */
  bold(text: string): string {
    return this.useColor ? `\x1b[1m${text}\x1b[22m` : text;
  }

  #write(stream: typeof Deno.stdout | typeof Deno.stderr, text: string): void {
    const bytes = this.#encoder.encode(text);
    try {
      for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
    } catch (error) {
      if (error instanceof Deno.errors.BrokenPipe) throw new OutputClosedError();
      throw error;
    }
  }
}
