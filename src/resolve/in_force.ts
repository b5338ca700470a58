/** Which of several definitions of one name hold, where a later one may replace those before it. */
import { Binding, BindingKind, DEFINITE } from "../extract/facts.ts";
import type { ProjectFile } from "./project.ts";

/** Whether a binding replaces those of its name that stand before it. */
export function isDefinite(file: ProjectFile, binding: number): boolean {
  return file.binding(binding, Binding.KIND) === BindingKind.definition &&
    file.binding(binding, Binding.INDEX) === DEFINITE;
}

/** Of the first so many bindings of a name, in the order in which they hold, those that still do. */
export function inForce(file: ProjectFile, rows: readonly number[], count: number): number[] {
  let first = count - 1;
  while (first > 0 && !isDefinite(file, rows[first]!)) first--;
  return rows.slice(Math.max(0, first), count);
}
