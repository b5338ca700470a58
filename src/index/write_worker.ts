/// <reference lib="deno.worker" />
/** The writer's thread. */
import { StepWriter, type WriteOutcome, type WriteStep } from "./index_sink.ts";

const writer = new StepWriter();
let failed = false;

function answer(outcome: WriteOutcome): void {
  self.postMessage(outcome);
}

self.onmessage = ({ data }: MessageEvent<WriteStep[]>): void => {
  if (failed) return;
  try {
    for (const step of data) writer.take(step);
    if (data.at(-1)?.step === "finish") answer({ done: true });
  } catch (error) {
    failed = true;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    answer({ failed: cause instanceof Error ? cause.message : String(cause) });
  }
};
