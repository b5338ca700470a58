/** CUDA: C++ with functions that run on another device, and launches of them. */
import { withoutCuda } from "./c_family/cuda.ts";
import { withLaunches } from "./c_family/launches.ts";
import { cpp } from "./cpp.ts";
import type { LanguageImplementation } from "./language.ts";

/** CUDA. */
export const cuda: LanguageImplementation = {
  ...cpp,
  mask: withoutCuda,
  rules: (g) => withLaunches(g, cpp.rules(g)),
};
