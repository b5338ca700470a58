/** Calls whose targets are decided at run time. Adding a way: its file, and one entry here. */
import type { LinkerEntry } from "../resolve/linker.ts";

/** Every way. */
export const DISPATCHES: readonly LinkerEntry[] = [
  {
    id: "function-pointers",
    languages: [["c", "cpp"]],
    load: async () => (await import("./function_pointers.ts")).functionPointers,
  },
];
