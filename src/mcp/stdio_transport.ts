/** MCP over standard input and output: one JSON-RPC message a line. */
// @ts-types="@modelcontextprotocol/sdk/shared/transport"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { type JSONRPCMessage, JSONRPCMessageSchema } from "@modelcontextprotocol/sdk/types.js";
import { LineSplitter } from "./line_splitter.ts";

/** Longest line taken, in bytes. No question comes near it. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** JSON-RPC's own error codes. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** Where messages come from and go to. */
export interface Streams {
  readonly input: ReadableStream<Uint8Array>;
  readonly output: WritableStream<Uint8Array>;
}

/**
 * The server's end of a pipe. The SDK's own transport drops what it cannot read, so that its sender
 * waits for ever, closes the connection on a line that is too long, and does not notice the end of
 * its input; here the first two are answered with an error, and the last closes the transport.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  readonly #input: ReadableStreamDefaultReader<Uint8Array>;
  readonly #output: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  #isClosed = false;

  constructor({ input, output }: Streams) {
    this.#input = input.getReader();
    this.#output = output.getWriter();
  }

  start(): Promise<void> {
    // Reading goes on for as long as the connection does: nobody waits for it.
    this.#readAll().catch((error: unknown) => this.#fail(error));
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    await this.#input.cancel().catch(() => {});
  }

  async #readAll(): Promise<void> {
    const lines = new LineSplitter(LONGEST_LINE);
    for (;;) {
      const { done, value } = await this.#input.read();
      if (done) break;
      for (const line of lines.push(value)) this.#take(line);
    }
    await this.close();
  }

  #take(line: string | undefined): void {
    if (line === undefined) {
      this.#refuse(INVALID_REQUEST, `a message may have at most ${LONGEST_LINE} bytes`, undefined);
      return;
    }
    if (line.trim() === "") return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.#refuse(PARSE_ERROR, "a line is not JSON", undefined);
      return;
    }
    // Batches are a part of the protocol of 2025-03-26; one of nothing is no request.
    const parts: unknown[] = Array.isArray(message) && message.length > 0 ? message : [message];
    for (const part of parts) this.#deliver(part);
  }

  #deliver(message: unknown): void {
    const parsed = JSONRPCMessageSchema.safeParse(message);
    if (parsed.success) this.onmessage?.(parsed.data);
    else this.#refuse(INVALID_REQUEST, "not a JSON-RPC 2.0 message", idOf(message));
  }

  #refuse(code: number, problem: string, id: string | number | undefined): void {
    this.onerror?.(new Error(problem));
    this.#write({ jsonrpc: "2.0", id: id ?? null, error: { code, message: problem } })
      .catch(() => {});
  }

  async #write(message: unknown): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#output.write(this.#encoder.encode(JSON.stringify(message) + "\n"));
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** Nobody is there any more to read or write. */
  async #fail(error: unknown): Promise<void> {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    await this.close();
  }
}

function idOf(message: unknown): string | number | undefined {
  if (typeof message !== "object" || message === null || !("id" in message)) return undefined;
  const { id } = message;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
