import { programMeans } from "./program_means.ts";
import type { Subject } from "./subject.ts";

const SCRIPT = decodeURIComponent(new URL("julia_definitions.jl", import.meta.url).pathname);

/** Julia, against its own parser. */
export const julia: Subject = {
  language: "julia",
  packages: ["julia"],
  means: programMeans("Julia's own parser", () => ["julia", "--startup-file=no", SCRIPT]),
};
