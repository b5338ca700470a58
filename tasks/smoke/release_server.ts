/** A web server that publishes releases, and fails in the ways that servers and networks do. */

/** What the server was asked, in order. */
export interface SeenRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly userAgent: string | undefined;
}

/** How to answer for a path; gets the request's `Range` start. */
export type Answer = (start: number) => Response;

/** Serves on a free port of this machine until disposed of. */
export class ReleaseServer implements AsyncDisposable {
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #answers = new Map<string, Answer>();
  readonly requests: SeenRequest[] = [];

  constructor(tls?: { cert: string; key: string }) {
    const options = { hostname: "127.0.0.1", port: 0, onListen: (): void => {}, ...tls };
    this.#server = Deno.serve(options, (request) => this.#answer(request));
    this.base = `${tls === undefined ? "http" : "https"}://127.0.0.1:${this.#server.addr.port}`;
  }

  /** The server's address, without a slash at the end. */
  readonly base: string;

  /** Publishes bytes under a path; ranges of them too. */
  publish(path: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.answer(path, (start) => {
      const headers = { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
      if (start > 0) return new Response(bytes.subarray(start), { status: 206, headers });
      return new Response(bytes);
    });
  }

  /** Answers for a path in another way. */
  answer(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  /** Paths that were asked for. */
  get paths(): string[] {
    return this.requests.map(({ path }) => path);
  }

  #answer(request: Request): Response {
    const path = new URL(request.url).pathname;
    const range = request.headers.get("range") ?? undefined;
    const userAgent = request.headers.get("user-agent") ?? undefined;
    this.requests.push({ path, range, userAgent });
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
    return this.#answers.get(path)?.(start) ?? new Response("Not Found", { status: 404 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** A body that has `length` bytes by its header, and breaks off after those that are given. */
export function cutShort(bytes: Uint8Array<ArrayBuffer>, length: number): Response {
  const body = new ReadableStream({
    start(controller): void {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-length": String(length) } });
}
