/** Calls whose targets are decided at run time. Adding a way: its file, and one entry here. */
import type { LinkerEntry } from "../resolve/linker.ts";

/** Every way. */
export const DISPATCHES: readonly LinkerEntry[] = [
  {
    id: "given-functions",
    languages: [["c", "cpp", "cuda", "go"]],
    load: async () => (await import("./given_functions.ts")).givenFunctions,
  },
];
