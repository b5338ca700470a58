/** Puts a server that speaks over its standard streams behind HTTP. */
import type { Invocation } from "../measure/command.ts";

interface Message {
  readonly id?: string | number;
  readonly method?: string;
}

/** One server process; each request is passed on and its answer given back. */
export class HttpBridge implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<string | number, (answer: unknown) => void>();
  readonly #http: Deno.HttpServer<Deno.NetAddr>;

  constructor({ command, args, env }: Invocation) {
    this.#child = new Deno.Command(command, {
      args: [...args],
      ...(env === undefined ? {} : { env }),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#read();
    const options = { port: 0, hostname: "127.0.0.1", onListen: (): void => {} };
    this.#http = Deno.serve(options, (request) => this.#respond(request));
  }

  get port(): number {
    return this.#http.addr.port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close().catch(() => {});
    await this.#child.status;
    await this.#http.shutdown();
  }

  async #respond(request: Request): Promise<Response> {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const message = await request.json() as Message;
    const isRequest = message.id !== undefined && message.method !== undefined;
    const answer = isRequest ? this.#answerTo(message.id!) : undefined;
    await this.#input.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
    return answer === undefined ? new Response(null, { status: 202 }) : Response.json(await answer);
  }

  #answerTo(id: string | number): Promise<unknown> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async #read(): Promise<void> {
    let rest = "";
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      for (const line of lines) {
        const message = JSON.parse(line) as Message;
        if (message.id === undefined) continue;
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
      }
    }
  }
}
