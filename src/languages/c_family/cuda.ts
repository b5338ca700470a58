/**
 * What CUDA adds to C++, blanked for a grammar that does not know it: where functions run and
 * variables lie (`__global__`, `__shared__`), and how a kernel is launched, so that a launch reads as
 * the call that it is: `kernel<<<grid, block>>>(x)`. No offset moves.
 */
import { withoutMacrosOfCpp } from "./masked_macros.ts";

const PLACES =
  /\b__(?:global|device|host|shared|constant|managed|grid_constant|forceinline|noinline|restrict|cluster_dims|launch_bounds)__\b(?:[ \t]*(?<=_(?:bounds|dims)__[ \t]*)\([^();]*\))?/g;

/** Between the name of a kernel and what it is given. */
const LAUNCH = /<<<[^;{}]{1,600}?>>>(?=\s*\()/g;

/** CUDA as a grammar of C++ should read it, of the same length. */
export function withoutCuda(text: string): string {
  const plain = text.includes("<<<") ? text.replace(LAUNCH, blank) : text;
  return withoutMacrosOfCpp(plain.includes("__") ? plain.replace(PLACES, blank) : plain);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
