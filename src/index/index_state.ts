/** Whether a project's index can be asked. */
import type { Progress } from "./progress.ts";

/** Where the index of a project stands. */
export type IndexState =
  | { readonly kind: "ready" }
  /** Being built; `progress` is missing while another process does it. */
  | { readonly kind: "building"; readonly progress?: Progress; readonly elapsedMs: number }
  | { readonly kind: "failed"; readonly message: string; readonly remedy: string };
