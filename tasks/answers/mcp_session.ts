/** A server under test, spoken to by the protocol's own client. */
// @ts-types="@modelcontextprotocol/sdk/client"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Invocation } from "../measure/command.ts";

/** What a call gave, and how long it took. */
export interface TimedAnswer {
  readonly text: string;
  /** Characters of the structured answer; those of the text where there is none. */
  readonly structuredChars: number;
  readonly structured: unknown;
  readonly milliseconds: number;
}

/** One server process and its client. */
export class McpSession implements AsyncDisposable {
  readonly #client: Client;

  private constructor(client: Client, readonly pid: number | null) {
    this.#client = client;
  }

  static async start({ command, args, cwd, env }: Invocation): Promise<McpSession> {
    const transport = new StdioClientTransport({
      command,
      args: [...args],
      env: { ...Deno.env.toObject(), ...env },
      stderr: "ignore",
      ...(cwd === undefined ? {} : { cwd }),
    });
    const client = new Client({ name: "answers", version: "1.0.0" });
    await client.connect(transport);
    return new McpSession(client, transport.pid);
  }

  /** Names of the tools that the server lists. */
  async tools(): Promise<string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name);
  }

  /** @throws when the server answers with a protocol error */
  async call(tool: string, given: Record<string, unknown>): Promise<TimedAnswer> {
    const started = performance.now();
    const result = await this.#client.callTool({ name: tool, arguments: given }, undefined, {
      timeout: 300_000,
    });
    const milliseconds = performance.now() - started;
    const { content, structuredContent: structured } = result as {
      content: { type: string; text?: string }[];
      structuredContent?: unknown;
    };
    const text = content.map((part) => part.text ?? "").join("\n");
    const structuredChars = structured === undefined
      ? text.length
      : JSON.stringify(structured).length;
    return { text, structured, structuredChars, milliseconds };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }
}
