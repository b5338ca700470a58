/** What a literal's text holds that is put in when the program runs. */
import { Expr, UNKNOWN_TEXT } from "../extract/facts.ts";
import type { ProjectFile } from "./project.ts";

const NOTHING: readonly number[] = [];

/** Expressions that are put in where the text of a literal (`Op.text`) has a `…`, in order. */
export function filledIn(file: ProjectFile, literal: number): readonly number[] {
  const first = file.expression(literal, Expr.C);
  if (first < 0) return NOTHING;
  const count = file.text(file.expression(literal, Expr.A)).split(UNKNOWN_TEXT).length - 1;
  return Array.from({ length: count }, (_, at) => file.list(first + at));
}
