/** What the command line writes to: results to stdout, everything else to stderr. */

/** Whoever reads our output has gone, as `head` does: nothing is left to be done. */
export class OutputClosedError extends Error {
  override name = "OutputClosedError";
}

/** The results could not be written where they go. */
export class OutputError extends Error {
  override name = "OutputError";
  /** What to do, one sentence. */
  readonly remedy: string;

  constructor(cause: Error) {
    super(`the output could not be written: ${cause.message}`, { cause });
    // How much of a refused part was taken is not told, so it cannot be tried again.
    this.remedy = cause instanceof Deno.errors.WouldBlock
      ? "It goes to a pipe that does not wait for its reader; put cat between the two."
      : "Check where the output goes: that disk may be full.";
  }
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

  /** Writes a result, with a line end. @throws as {@link write} */
  print(text: string): void {
    this.write(text + "\n");
  }

  /** Writes to stdout as it is. @throws {OutputClosedError | OutputError} */
  write(text: string): void {
    try {
      this.#write(Deno.stdout, text);
    } catch (error) {
      if (error instanceof Deno.errors.BrokenPipe) throw new OutputClosedError();
      throw error instanceof Error ? new OutputError(error) : error;
    }
  }

  /** Says something beside the results. */
  note(text: string): void {
    if (!this.quiet) this.#say(text + "\n");
  }

  /** Rewrites the last line of an interactive terminal. */
  status(text: string): void {
    if (this.quiet || !this.isInteractive) return;
    this.#say(`\r\x1b[2K${text}`);
  }

  /** Reports an error, and what to do about it. */
  error(message: string, remedy?: string): void {
    this.#say(`codegraph: ${message}\n`);
    if (remedy !== undefined) this.#say(`  ${remedy}\n`);
  }

  /** Text in bold where that shows. */
  bold(text: string): string {
    return this.useColor ? `\x1b[1m${text}\x1b[22m` : text;
  }

  /** Writes to stderr. Where nobody listens, the work goes on all the same. */
  #say(text: string): void {
    try {
      this.#write(Deno.stderr, text);
    } catch {
      // There is nowhere left to say so.
    }
  }

  #write(stream: typeof Deno.stdout | typeof Deno.stderr, text: string): void {
    const bytes = this.#encoder.encode(text);
    for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
  }
}
