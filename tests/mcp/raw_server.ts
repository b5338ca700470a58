/** A server process, spoken to line by line as a host does that is not the SDK's. */
import { join } from "node:path";

const MAIN = join(import.meta.dirname!, "..", "..", "src", "main.ts");

/** A message as it goes over the wire. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What a tool call gives. */
export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/** How a server is started. */
export interface ServerOptions {
  /** The project, as the host names it. */
  readonly project?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program, with its arguments, that starts the server given to it. */
  readonly starter?: readonly string[];
}

/** Milliseconds after which a message that does not come is missed. */
const PATIENCE = 60_000;

/** One process; everything that it writes to stdout has to be a message. */
export class RawServer implements AsyncDisposable {
  readonly received: Message[] = [];
  /** Lines on stdout that are no messages. */
  readonly strays: string[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Set<() => void>();
  readonly #reading: Promise<void>;
  #nextId = 0;
  #isInputClosed = false;

  constructor({ project, cwd, env, starter = [] }: ServerOptions) {
    const named = project === undefined ? {} : { BIOROUTER_WORKING_DIR: project };
    const server = [Deno.execPath(), "run", "-A", "--no-check", MAIN, "serve", "--mcp"];
    const [program, ...args] = [...starter, ...server] as [string, ...string[]];
    this.#child = new Deno.Command(program, {
      args,
      env: { ...named, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** A server that has shaken hands as BioRouter does: an old protocol, no roots. */
  static async opened(options: ServerOptions): Promise<RawServer> {
    const server = new RawServer(options);
    await server.request("initialize", {
      protocolVersion: "2025-03-26",
      capabilities: {},
      clientInfo: { name: "strict-host", version: "1" },
    });
    await server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return server;
  }

  get pid(): number {
    return this.#child.pid;
  }

  get status(): Promise<Deno.CommandStatus> {
    return this.#child.status;
  }

  /** Sends a message, or a line as it is. */
  async send(message: Message | string): Promise<void> {
    const line = typeof message === "string" ? message : JSON.stringify(message);
    await this.#input.write(new TextEncoder().encode(line + "\n"));
  }

  /** Sends a request without waiting; returns its id. */
  async ask(method: string, params: Readonly<Record<string, unknown>>): Promise<number> {
    const id = this.#nextId++;
    await this.send({ jsonrpc: "2.0", id, method, params });
    return id;
  }

  /** Sends a request and waits for its answer. */
  async request(method: string, params: Readonly<Record<string, unknown>>): Promise<Message> {
    return await this.answerTo(await this.ask(method, params));
  }

  /** The answer to a request. */
  async answerTo(id: number): Promise<Message> {
    return await this.next((message) => message.id === id && message.method === undefined);
  }

  /** Calls a tool, with a progress token as the host sends with every request. */
  async call(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<CallResult> {
    const { result, error } = await this.answerTo(await this.askTool(name, given));
    if (result === undefined) throw new Error(`${name}: ${error?.message}`);
    return result as unknown as CallResult;
  }

  /**
   * Calls a tool until it no longer says that the index is being built: on a machine that is busy with
   * other things the patience of one question may not be enough.
   */
  async callOnceBuilt(
    name: string,
    given: Readonly<Record<string, unknown>> = {},
  ): Promise<CallResult> {
    for (;;) {
      const answer = await this.call(name, given);
      if (!/index is being built/.test(textOf(answer))) return answer;
    }
  }

  /** Calls a tool without waiting; returns the request's id, which is its progress token too. */
  async askTool(name: string, given: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const _meta = { progressToken: this.#nextId };
    return await this.ask("tools/call", { name, arguments: given, _meta });
  }

  /** The first message of a kind, among those that came and those to come. */
  async next(isMeant: (message: Message) => boolean): Promise<Message> {
    const until = performance.now() + PATIENCE;
    for (;;) {
      const found = this.received.find(isMeant);
      if (found !== undefined) return found;
      const left = until - performance.now();
      if (left <= 0) throw new Error("the message did not come");
      await this.#arrival(left);
    }
  }

  /** Ends the server's input. */
  async closeInput(): Promise<void> {
    if (this.#isInputClosed) return;
    this.#isInputClosed = true;
    await this.#input.close().catch(() => {});
  }

  signal(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeInput();
    await this.#child.status;
    await this.#reading;
  }

  async #read(): Promise<void> {
    let rest = "";
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#take(line);
    }
    if (rest !== "") this.strays.push(rest);
  }

  #take(line: string): void {
    try {
      this.received.push(JSON.parse(line) as Message);
    } catch {
      this.strays.push(line);
    }
    for (const wake of this.#waiting) wake();
  }

  #arrival(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#waiting.add(wake);
    });
  }
}

/** The text of a result. */
export function textOf({ content }: CallResult): string {
  return content.map(({ text }) => text).join("\n");
}
