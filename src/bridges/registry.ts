/** All bridges between languages. Adding one: its file, and one entry here. */
import type { LinkerEntry } from "../resolve/linker.ts";

/** Every bridge. */
export const BRIDGES: readonly LinkerEntry[] = [
  {
    id: "r-native",
    languages: [["r"], ["c", "cpp"]],
    load: async () => (await import("./r_native.ts")).rNative,
  },
];
