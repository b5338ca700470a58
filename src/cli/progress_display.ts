/** Progress of an index: a bar on a terminal, plain lines elsewhere. */
import type { Phase, Progress } from "../index/progress.ts";
import type { Terminal } from "./terminal.ts";

const PHASE_TEXT: Readonly<Record<Phase, string>> = {
  scan: "Looking for source files",
  parse: "Reading source files",
  resolve: "Resolving names",
  write: "Writing the index",
};
const LONGEST_BAR = 30;
/** Milliseconds between two redraws. */
const REDRAW_INTERVAL = 80;
/** Milliseconds between two plain lines of the same phase. */
const LINE_INTERVAL = 5000;

/** Shows progress until it is disposed of. */
export class ProgressDisplay implements Disposable {
  readonly #terminal: Terminal;
  #phase: Phase | undefined;
  #shownAt = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  show(progress: Progress): void {
    const now = performance.now();
    const isNew = progress.phase !== this.#phase;
    const interval = this.#terminal.isInteractive ? REDRAW_INTERVAL : LINE_INTERVAL;
    if (!isNew && now - this.#shownAt < interval) return;
    this.#phase = progress.phase;
    this.#shownAt = now;
    if (this.#terminal.isInteractive) this.#terminal.status(this.#bar(progress));
    else this.#terminal.note(plainLine(progress));
  }

  [Symbol.dispose](): void {
    this.#terminal.status("");
  }

  #bar({ phase, done, total }: Progress): string {
    const text = PHASE_TEXT[phase];
    if (total === 0) return `${text} …`;
    const width = Math.min(LONGEST_BAR, this.#terminal.width - text.length - 20);
    if (width < 5) return plainLine({ phase, done, total });
    const filled = Math.round((done / total) * width);
    return `${text} ${"█".repeat(filled)}${"░".repeat(width - filled)} ${done}/${total}`;
  }
}

function plainLine({ phase, done, total }: Progress): string {
  return total === 0 ? `${PHASE_TEXT[phase]} …` : `${PHASE_TEXT[phase]}: ${done} of ${total}`;
}
