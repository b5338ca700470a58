/** A tool call, from its arguments to its result. */
// @ts-types="@modelcontextprotocol/sdk/types"
import { type CallToolResult, ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { InputError, readInput } from "../answers/parameters.ts";
import type { Question } from "../answers/question.ts";
import { status } from "../answers/status.ts";
import type { FreshIndex } from "../index/fresh_index.ts";
import type { IndexState } from "../index/index_state.ts";
import { buildingText, progressOf, type ProgressReport } from "./building_text.ts";
import { ProjectError, type Projects } from "./projects.ts";
import type { ReadFailure } from "./reader_messages.ts";
import type { ReaderPool } from "./reader_pool.ts";
import type { ServerLog } from "./server_log.ts";
import { COMMON_PARAMETERS, SETUP_ERROR_TOOL, TOOL_PREFIX } from "./tools.ts";

/** Milliseconds that a question waits for an index that is being built. */
const BUILD_PATIENCE = 4000;
/** Milliseconds between two reports of progress. */
const REPORT_INTERVAL = 1000;

/** Tells the caller how far its call is. */
export type SendProgress = (report: ProgressReport) => Promise<void>;

/** Carries out tool calls. */
export class ToolCalls {
  readonly #questions: ReadonlyMap<string, Question>;
  readonly #projects: Projects;
  readonly #readers: ReaderPool;
  readonly #log: ServerLog;

  constructor(
    questions: readonly Question[],
    projects: Projects,
    readers: ReaderPool,
    log: ServerLog,
  ) {
    this.#questions = new Map(questions.map((question) => [TOOL_PREFIX + question.name, question]));
    this.#projects = projects;
    this.#readers = readers;
    this.#log = log;
  }

  /**
   * The result of a call; what goes wrong is a result too, with the next step for the model.
   *
   * @throws {McpError} when there is no such tool
   */
  async call(
    tool: string,
    given: Record<string, unknown>,
    signal: AbortSignal,
    sendProgress: SendProgress,
  ): Promise<CallToolResult> {
    if (tool === SETUP_ERROR_TOOL) return this.#setupResult();
    const question = this.#questions.get(tool);
    if (question === undefined) throw this.#unknownTool(tool);
    const started = performance.now();
    const progress = new ProgressTicker(sendProgress);
    try {
      const result = await this.#result(question, given, signal, progress);
      this.#logCall(tool, given, result, performance.now() - started);
      return result;
    } finally {
      progress.stop();
    }
  }

  async #result(
    question: Question,
    given: Record<string, unknown>,
    signal: AbortSignal,
    progress: ProgressTicker,
  ): Promise<CallToolResult> {
    try {
      const { projectPath } = readInput({ ...question.parameters, ...COMMON_PARAMETERS }, given);
      const { projectPath: _, ...own } = given;
      const index = typeof projectPath === "string"
        ? this.#projects.at(projectPath)
        : this.#projects.current();
      return await this.#ask(question, own, index, signal, progress);
    } catch (error) {
      if (error instanceof InputError || error instanceof ProjectError) {
        return failed(error.message, error.remedy);
      }
      this.#log.error(error instanceof Error ? error.stack ?? error.message : String(error));
      const message = error instanceof Error ? error.message : String(error);
      return failed(`something went wrong inside: ${message}`, "Please report this.");
    }
  }

  async #ask(
    question: Question,
    given: Record<string, unknown>,
    index: FreshIndex,
    signal: AbortSignal,
    progress: ProgressTicker,
  ): Promise<CallToolResult> {
    for (let isSecondTry = false;; isSecondTry = true) {
      const patience = question.name === status.name ? 0 : BUILD_PATIENCE;
      const state = await index.settled(patience, signal, (state) => progress.show(state));
      if (state.kind !== "ready") return unready(state);
      progress.working();
      const { root, databasePath } = index.layout;
      const request = { question: question.name, given, root, databasePath };
      const reply = await this.#readers.ask(request, signal);
      if (!("failure" in reply)) return answered(reply.value, reply.text);
      const { failure } = reply;
      const isDamaged = failure.kind === "damaged-index";
      if (!isDamaged && failure.kind !== "index" || isSecondTry) return this.#failure(failure);
      // It was there when the server looked: perhaps it was removed, or another version wrote it.
      index.reconsider(isDamaged);
    }
  }

  #failure({ kind, message, remedy }: ReadFailure): CallToolResult {
    if (kind !== "internal") return failed(message, remedy);
    this.#log.error(message);
    return failed(`something went wrong inside: ${message.split("\n")[0]}`, remedy);
  }

  #setupResult(): CallToolResult {
    try {
      const { root } = this.#projects.current().layout;
      const text = `What was wrong is put right: ${root} can be asked about now.`;
      return { content: [{ type: "text", text }] };
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      return failed(error.message, error.remedy);
    }
  }

  #unknownTool(tool: string): McpError {
    const names = [...this.#questions.keys()].join(", ");
    const message = `there is no tool ${JSON.stringify(tool.slice(0, 80))}; there are ${names}`;
    return new McpError(ErrorCode.InvalidParams, message);
  }

  #logCall(
    tool: string,
    given: Record<string, unknown>,
    { isError, content }: CallToolResult,
    milliseconds: number,
  ): void {
    const outcome = isError === true && content[0]?.type === "text" ? content[0].text : "ok";
    const time = `${milliseconds.toFixed(1)} ms`;
    this.#log.info(`${tool} ${JSON.stringify(given).slice(0, 300)} ${time} ${outcome}`);
  }
}

function answered(value: Record<string, unknown>, text: string): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: value };
}

function failed(message: string, remedy: string): CallToolResult {
  return { content: [{ type: "text", text: `${message}\n${remedy}` }], isError: true };
}

function unready(state: IndexState): CallToolResult {
  if (state.kind === "failed") return failed(`there is no index: ${state.message}`, state.remedy);
  return failed(
    state.kind === "building" ? buildingText(state) : "the index is not ready",
    "Ask again in a few seconds, or use codegraph_status to see how far it is.",
  );
}

/** Sends a report every second for as long as a call lasts, so that its caller sees it alive. */
class ProgressTicker {
  readonly #send: SendProgress;
  readonly #timer: ReturnType<typeof setInterval>;
  #message = "starting";
  #fraction = 0;
  #ticks = 0;

  constructor(send: SendProgress) {
    this.#send = send;
    this.#timer = setInterval(() => this.#tick(), REPORT_INTERVAL);
  }

  show(state: IndexState): void {
    if (state.kind !== "building") return;
    this.#fraction = progressOf(state);
    this.#message = buildingText(state);
  }

  working(): void {
    this.#message = "reading the index";
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Progress must grow with every report; the total is not known. */
  #tick(): void {
    const progress = ++this.#ticks + this.#fraction;
    // Whoever is gone needs no report.
    this.#send({ progress, message: this.#message }).catch(() => {});
  }
}
