/** Stopping on Ctrl-C and on a request to end. */

/** The user, or the system, asked the command to stop. */
export class InterruptedError extends Error {
  override name = "InterruptedError";
  /** What to do, one sentence. */
  readonly remedy = "The index from before, if there was one, is as it was.";

  constructor() {
    super("stopped");
  }
}

/** A signal that is aborted on an interrupt; the second interrupt ends the process at once. */
export function stopOnInterrupt(): { readonly signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) Deno.exit(130);
    controller.abort(new InterruptedError());
  };
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGINT", "SIGTERM"];
  for (const signal of signals) Deno.addSignalListener(signal, stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: (): void => {
      for (const signal of signals) Deno.removeSignalListener(signal, stop);
    },
  };
}
