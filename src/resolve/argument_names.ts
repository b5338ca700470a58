/** Arguments that are given by name: which parameter each means, and which overloads have such. */
import { Binding, Expr, Op, Sym } from "../extract/facts.ts";
import type { Project, ProjectFile } from "./project.ts";

/** Name by which an argument is given; "" when it is given by position. */
export function argumentName(file: ProjectFile, argument: number): string {
  return argument >= 0 && file.expression(argument, Expr.OP) === Op.keyword
    ? file.text(file.expression(argument, Expr.A))
    : "";
}

/** Names of a definition's parameters, in order; undefined when it has no scope that would bind them. */
function parameterNames(project: Project, symbol: number): string[] | undefined {
  const file = project.fileOfSymbol(symbol);
  const scope = file.symbol(symbol - file.firstSymbol, Sym.SCOPE);
  if (scope < 0) return undefined;
  return file.parameters(scope).map((row) => file.text(file.binding(row, Binding.NAME)));
}

/** Position of the parameter that an argument is for: by its name, or the one at its own position. */
export function parameterPosition(
  project: Project,
  symbol: number,
  name: string,
  position: number,
): number {
  if (name === "") return position;
  const named = parameterNames(project, symbol)?.indexOf(name) ?? -1;
  return named < 0 ? position : named;
}

/**
 * Of overloads, those that have every parameter that a call names. Where arguments must be given with
 * labels, the ones of which it leaves out the fewest.
 */
export function byArgumentNames<T>(
  project: Project,
  overloads: readonly T[],
  symbolOf: (overload: T) => number,
  names: readonly string[],
  haveLabels: boolean,
): readonly T[] {
  if (overloads.length < 2 || !haveLabels && names.every((name) => name === "")) return overloads;
  let best: T[] = [];
  let fewest = Infinity;
  for (const overload of overloads) {
    const parameters = parameterNames(project, symbolOf(overload));
    const fits = parameters === undefined ||
      names.every((name) => name === "" || parameters.includes(name));
    if (!fits) continue;
    const missing = haveLabels
      ? (parameters ?? []).filter((name) => name.endsWith(":") && !names.includes(name)).length
      : 0;
    if (missing < fewest) best = [];
    if (missing <= fewest) best.push(overload);
    fewest = Math.min(fewest, missing);
  }
  return best.length > 0 ? best : overloads;
}
