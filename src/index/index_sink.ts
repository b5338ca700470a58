/** Where a full index goes: a writer in this thread, or one in a thread of its own. */
import { IndexWriteError } from "../store/errors.ts";
import type {
  AskedRow,
  FactsRow,
  FileChunk,
  LinkSymbolRow,
  SkippedFile,
} from "../store/file_record.ts";
import { IndexWriter } from "../store/index_writer.ts";

/** The steps of writing an index, as messages. Each is a method of {@link IndexWriter}. */
export type WriteStep =
  | { readonly step: "open"; readonly path: string }
  | { readonly step: "meta"; readonly entries: Readonly<Record<string, string>> }
  | { readonly step: "skipped"; readonly skipped: readonly SkippedFile[] }
  | {
    readonly step: "names";
    readonly ids: Int32Array;
    readonly names: readonly string[];
    readonly searchable: boolean;
  }
  | { readonly step: "files"; readonly chunk: FileChunk }
  | { readonly step: "facts"; readonly row: FactsRow }
  | { readonly step: "factNames"; readonly names: readonly string[] }
  | { readonly step: "edges"; readonly edges: Int32Array; readonly externals: readonly string[] }
  | { readonly step: "mechanisms"; readonly texts: readonly string[] }
  | {
    readonly step: "linkSymbols";
    readonly first: number;
    readonly symbols: readonly LinkSymbolRow[];
  }
  | { readonly step: "exported"; readonly symbols: Int32Array }
  | { readonly step: "asked"; readonly rows: readonly AskedRow[] }
  | { readonly step: "possible"; readonly rows: Int32Array }
  | { readonly step: "finish" };

/** What the writer's thread answers at the end. */
export type WriteOutcome = { readonly done: true } | { readonly failed: string };

/** Bytes of facts that go to the writer's thread at a time: one file's are dearer to send than to write. */
const BYTES_A_MESSAGE = 256 * 1024;

/** Takes the steps of writing an index, in order. */
export interface IndexSink {
  /** @param transfer buffers that may move instead of being copied */
  send(step: WriteStep, transfer?: ArrayBuffer[]): void;
  /** Resolves when all is written and closed. @throws {IndexWriteError} */
  finish(): Promise<void>;
  /** Stops at once and lets go of the file. */
  abandon(): void;
}

/** Carries out steps on a writer of its own. */
export class StepWriter {
  #writer: IndexWriter | undefined;

  /** @throws {IndexWriteError} */
  take(step: WriteStep): void {
    if (step.step === "open") {
      this.#writer = new IndexWriter(step.path);
      return;
    }
    const writer = this.#writer;
    if (writer === undefined) throw new Error("the first step must be open");
    switch (step.step) {
      case "meta":
        return writer.addMeta(step.entries);
      case "skipped":
        return writer.addSkipped(step.skipped);
      case "names":
        return writer.addNames(step.ids, step.names, step.searchable);
      case "files":
        return writer.addFiles(step.chunk);
      case "facts":
        return writer.addFacts(step.row);
      case "factNames":
        return writer.addFactNames(step.names);
      case "edges":
        return writer.addEdges(step.edges, step.externals);
      case "mechanisms":
        return writer.addMechanisms(step.texts);
      case "linkSymbols":
        return writer.addLinkSymbols(step.first, step.symbols);
      case "exported":
        return writer.markExported(step.symbols);
      case "asked":
        return writer.addAsked(step.rows);
      case "possible":
        return writer.addPossible(step.rows);
      case "finish":
        return writer.finish();
    }
  }

  abandon(): void {
    this.#writer?.abandon();
  }
}

/** Writes in this thread: for small projects, where a thread costs more than it saves. */
export class InlineSink implements IndexSink {
  readonly #writer = new StepWriter();

  constructor(path: string) {
    this.send({ step: "open", path });
  }

  send(step: WriteStep): void {
    this.#writer.take(step);
  }

  finish(): Promise<void> {
    this.send({ step: "finish" });
    return Promise.resolve();
  }

  abandon(): void {
    this.#writer.abandon();
  }
}

/** Writes in a thread of its own, so that symbols are stored while names are resolved. */
export class ThreadSink implements IndexSink {
  readonly #worker = new Worker(new URL("./write_worker.ts", import.meta.url), { type: "module" });
  readonly #finished: Promise<void>;
  #waiting: WriteStep[] = [];
  #transfer: ArrayBuffer[] = [];
  #bytes = 0;

  constructor(path: string) {
    this.#finished = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<WriteOutcome>): void => {
        if ("done" in data) resolve();
        else reject(new IndexWriteError(path, new Error(data.failed)));
      };
      this.#worker.onerror = (event): void => {
        event.preventDefault();
        reject(new IndexWriteError(path, new Error(event.message)));
      };
    });
    // Whoever abandons the sink never asks for its end.
    this.#finished.catch(() => {});
    this.send({ step: "open", path });
  }

  send(step: WriteStep, transfer: ArrayBuffer[] = []): void {
    this.#waiting.push(step);
    for (const buffer of transfer) {
      this.#transfer.push(buffer);
      this.#bytes += buffer.byteLength;
    }
    if (step.step === "facts" && this.#bytes < BYTES_A_MESSAGE) return;
    this.#worker.postMessage(this.#waiting, this.#transfer);
    this.#waiting = [];
    this.#transfer = [];
    this.#bytes = 0;
  }

  async finish(): Promise<void> {
    this.send({ step: "finish" });
    try {
      await this.#finished;
    } finally {
      this.abandon();
    }
  }

  abandon(): void {
    this.#worker.terminate();
  }
}
