/** Modules of Ruby that a file mixes into every object or every suite of tests, by the names they are written with. */
import { Export, Expr, Op } from "../../extract/facts.ts";
import type { ProjectFile } from "../project.ts";

/** Under this name a file offers what it mixes into every object: `include Jekyll` outside of classes. */
export const EVERY_OBJECT = "Object";
/**
 * Under this name a file offers what it mixes into every suite: `config.include Helpers`, or what it adds
 * to a class outside whose instances run tests.
 */
export const EVERY_SUITE = "RSpec";
/** Classes and modules outside whose instances run the tests of suites. */
export const TEST_CLASSES: ReadonlySet<string> = new Set([
  "Minitest::Test",
  "Minitest::Spec",
  "Minitest::Assertions",
]);

/** A module that is mixed in. */
export interface Mixin {
  readonly name: string;
  /** Kind of suites that it is for, `feature`; "" when for all. */
  readonly type: string;
}

/** What a file mixes in under a name. */
export function mixinsOf(file: ProjectFile, to: string): readonly Mixin[] {
  const table = file.table("exports");
  const mixins: Mixin[] = [];
  for (let at = 0; at < table.length; at += Export.STRIDE) {
    if (file.text(table[at + Export.NAME]!) !== to) continue;
    const name = constantName(file, table[at + Export.EXPR]!);
    const type = table[at + Export.IMPORTED]!;
    if (name !== undefined) mixins.push({ name, type: type < 0 ? "" : file.text(type) });
  }
  return mixins;
}

function constantName(file: ProjectFile, expression: number): string | undefined {
  if (expression < 0) return undefined;
  const a = file.expression(expression, Expr.A);
  switch (file.expression(expression, Expr.OP)) {
    case Op.name:
      return file.text(a);
    case Op.member: {
      const owner = constantName(file, a);
      return owner && `${owner}::${file.text(file.expression(expression, Expr.B))}`;
    }
    default:
      return undefined;
  }
}
