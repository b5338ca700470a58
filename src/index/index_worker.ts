/// <reference lib="deno.worker" />
/** The indexer's thread: builds one index, so that whoever serves meanwhile stays free. */
import { LANGUAGES } from "../languages/registry.ts";
import type { Layout } from "../project/layout.ts";
import { readSettings } from "../project/settings.ts";
import { fullIndex } from "./full_index.ts";
import type { Progress } from "./progress.ts";
import { IndexBusyError } from "./write_lock.ts";

/** What the indexer is told. */
export type IndexRequest =
  | { readonly build: Layout; readonly force: boolean }
  | { readonly stop: true };

/** What it says, the last one at its end. */
export type IndexReport =
  | { readonly progress: Progress }
  | { readonly built: { readonly files: number; readonly milliseconds: number } }
  | { readonly busy: string }
  | { readonly failed: { readonly message: string; readonly remedy: string } };

const stopped = new AbortController();

async function build(layout: Layout, force: boolean): Promise<IndexReport> {
  try {
    const settings = readSettings(layout.root, new Set(LANGUAGES.map(({ id }) => id)));
    const { files, milliseconds } = await fullIndex({
      layout,
      settings,
      force,
      signal: stopped.signal,
      onProgress: (progress) => report({ progress }),
    });
    return { built: { files, milliseconds } };
  } catch (error) {
    if (error instanceof IndexBusyError) return { busy: error.holder };
    return { failed: { message: messageOf(error), remedy: remedyOf(error) } };
  }
}

function report(message: IndexReport): void {
  self.postMessage(message);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function remedyOf(error: unknown): string {
  const known = error instanceof Error && "remedy" in error ? error.remedy : undefined;
  return typeof known === "string" ? known : "Run codegraph index in a terminal to see more.";
}

self.onmessage = async ({ data }: MessageEvent<IndexRequest>): Promise<void> => {
  if ("stop" in data) stopped.abort(new Error("stopped"));
  else report(await build(data.build, data.force));
};
