import { join } from "node:path";

/** How much is written down, from little to much. */
export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = typeof LOG_LEVELS[number];

/** Bytes of the log from which on a new one is begun. */
const LARGEST_LOG = 1024 * 1024;

/**
 * The server's log: a file in the index's cache directory, and the one before it. Several servers
 * write to one file, each line at once; a log that cannot be written is no reason to fail.
 */
export class ServerLog {
  readonly #level: number;
  #path: string | undefined;

  /** @param level as in `CODEGRAPH_LOG`; anything unknown counts as `info` */
  constructor(level: string | undefined) {
    const index = LOG_LEVELS.findIndex((name) => name === level?.toLowerCase());
    this.#level = index < 0 ? LOG_LEVELS.indexOf("info") : index;
  }

  /** Where the log goes from now on; what is said before is lost. */
  openIn(cacheDirectory: string): void {
    this.#path = join(cacheDirectory, "server.log");
  }

  error(message: string): void {
    this.#write("error", message);
  }

  warn(message: string): void {
    this.#write("warn", message);
  }

  info(message: string): void {
    this.#write("info", message);
  }

  debug(message: string): void {
    this.#write("debug", message);
  }

  #write(level: LogLevel, message: string): void {
    if (this.#path === undefined || LOG_LEVELS.indexOf(level) > this.#level) return;
    const line = `${new Date().toISOString()} ${Deno.pid} ${level} ${oneLine(message)}\n`;
    try {
      rotate(this.#path);
      Deno.writeTextFileSync(this.#path, line, { append: true });
    } catch (error) {
      // A directory that was removed may come back.
      if (!(error instanceof Deno.errors.NotFound)) this.#path = undefined;
    }
  }
}

function rotate(path: string): void {
  try {
    if (Deno.statSync(path).size > LARGEST_LOG) Deno.renameSync(path, `${path}.1`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** A message cannot pass for several lines of the log. */
function oneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, " ⏎ ").slice(0, 4000);
}
