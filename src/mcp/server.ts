/** The MCP server: the protocol on one side, the questions on the other. */
// @ts-types="@modelcontextprotocol/sdk/server"
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  RootsListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { VERSION } from "../version.ts";
import { IdleCollection } from "./idle_collection.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { ProjectError, Projects, type ProjectSearch } from "./projects.ts";
import { ReaderPool } from "./reader_pool.ts";
import { ServerLog } from "./server_log.ts";
import { StdioTransport, type Streams } from "./stdio_transport.ts";
import { ToolCalls } from "./tool_calls.ts";
import { offeredQuestions, setupErrorTool, toolOf } from "./tools.ts";

/** Milliseconds that the client has to name its roots. */
const ROOTS_PATIENCE = 5000;
/** Milliseconds that the client has to ask for the tools before anything else is begun. */
const LIST_PATIENCE = 200;

/** What a server runs on. */
export interface ServerSurroundings extends ProjectSearch {
  readonly streams: Streams;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

/** Serves until the client goes or the signal is aborted. */
export async function serve(surroundings: ServerSurroundings): Promise<void> {
  await new McpServer(surroundings).run();
}

class McpServer {
  readonly #surroundings: ServerSurroundings;
  readonly #log: ServerLog;
  readonly #projects: Projects;
  readonly #readers = new ReaderPool();
  readonly #server: Server;
  readonly #calls: ToolCalls;
  readonly #collection = new IdleCollection();
  #roots: Promise<void> = Promise.resolve();
  #preparation: ReturnType<typeof setTimeout> | undefined;

  constructor(surroundings: ServerSurroundings) {
    this.#surroundings = surroundings;
    const { environment } = surroundings;
    this.#log = new ServerLog(environment("CODEGRAPH_LOG"));
    this.#projects = new Projects(surroundings, this.#log, () => this.#collection.postpone());
    const questions = offeredQuestions(environment("CODEGRAPH_MCP_TOOLS"));
    this.#calls = new ToolCalls(questions, this.#projects, this.#readers, this.#log);
    // The SDK's validator serves questions to the user, which are never asked here; without one of
    // ours it compiles its own at every start.
    const jsonSchemaValidator = { getValidator: unneeded };
    this.#server = new Server(
      { name: "codegraphagent", title: "CodeGraphAgent", version: VERSION },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator },
    );
    this.#server.setRequestHandler(ListToolsRequestSchema, () => {
      this.#prepareSoon();
      return this.#list(questions.map(toolOf));
    });
    this.#server.setRequestHandler(
      CallToolRequestSchema,
      async ({ params }, { signal, ...extra }) => {
        this.#collection.postpone();
        this.#prepareSoon();
        await this.#roots;
        const progressToken = extra._meta?.progressToken;
        return await this.#calls.call(
          params.name,
          params.arguments ?? {},
          signal,
          async (progress) => {
            if (progressToken === undefined) return;
            const notification = { ...progress, progressToken };
            await extra.sendNotification({
              method: "notifications/progress",
              params: notification,
            });
          },
        );
      },
    );
    this.#server.setNotificationHandler(
      RootsListChangedNotificationSchema,
      () => this.#askForRoots(),
    );
    this.#server.oninitialized = (): void => this.#begin();
    this.#server.onerror = (error): void => this.#log.warn(error.message);
  }

  async run(): Promise<void> {
    const { streams, signal } = this.#surroundings;
    const closed = new Promise<void>((resolve) => {
      this.#server.onclose = resolve;
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await this.#server.connect(new StdioTransport(streams));
    await closed;
    clearTimeout(this.#preparation);
    this.#readers.close();
    await this.#projects.close();
    this.#collection.stop();
  }

  #list(tools: ListToolsResult["tools"]): ListToolsResult {
    const fault = this.#setupFault();
    return { tools: fault === undefined ? tools : [fault, ...tools] };
  }

  /** The tool that says why there is no current project; none while the client may still name it. */
  #setupFault(): ListToolsResult["tools"][number] | undefined {
    if (this.#projects.isUnsaid && this.#clientHasRoots()) return undefined;
    try {
      this.#log.openIn(this.#projects.current().layout.cacheDirectory);
      return undefined;
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      return setupErrorTool(error.message, error.remedy);
    }
  }

  #begin(): void {
    this.#collection.postpone();
    this.#askForRoots();
    this.#prepareIn(LIST_PATIENCE);
  }

  #prepareIn(milliseconds: number): void {
    clearTimeout(this.#preparation);
    this.#preparation = setTimeout(() => this.#prepare(), milliseconds);
  }

  /** Once the client is answered what it asks now. */
  #prepareSoon(): void {
    if (this.#preparation !== undefined) this.#prepareIn(0);
  }

  /** Begins what queries will need: not before the list is sent, which would wait for it. */
  #prepare(): void {
    this.#preparation = undefined;
    this.#roots.then(() => {
      this.#readers.warmUp();
      const index = this.#projects.current();
      this.#log.openIn(index.layout.cacheDirectory);
      this.#log.info(`serving ${index.layout.root} to ${this.#clientName()}: ${index.state.kind}`);
    }).catch((error: unknown) => this.#log.warn(String(error)));
  }

  #askForRoots(): void {
    if (!this.#projects.isUnsaid || !this.#clientHasRoots()) return;
    this.#roots = this.#server.listRoots(undefined, { timeout: ROOTS_PATIENCE })
      .then(({ roots }) => this.#projects.setClientRoots(roots.map(({ uri }) => uri)))
      .catch((error: unknown) => this.#log.warn(`the client did not name its roots: ${error}`));
  }

  #clientHasRoots(): boolean {
    return this.#server.getClientCapabilities()?.roots !== undefined;
  }

  #clientName(): string {
    const client = this.#server.getClientVersion();
    return client === undefined ? "an unnamed client" : `${client.name} ${client.version}`;
  }
}

function unneeded(): never {
  throw new Error("the server asks the user nothing");
}
