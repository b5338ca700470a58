/** What decides which types satisfy which interfaces: types, their bases, methods and signatures. */
import { Flag, Kind, Sym } from "../extract/facts.ts";
import type { FileChange, Touched } from "./influence.ts";
import type { MarkedNames, Mentions } from "./mentions.ts";
import type { ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";

/** Rows of the types and methods of a file. */
export function structuralRows(file: ProjectFile): number[] {
  const rows: number[] = [];
  for (let row = 1; row < file.count("symbols"); row++) {
    const kind = file.symbol(row, Sym.KIND);
    if (kind === Kind.method || isType(kind) || file.symbol(row, Sym.QUALIFIER) >= 0) {
      rows.push(row);
    }
  }
  return rows;
}

/**
 * Whether all types still satisfy the interfaces that they did, since nothing that this follows from
 * is other than before.
 *
 * @param touched what of unchanged files goes through names that mean something else
 * @param marked those names
 * @param mentionsOf what of a file goes through them
 */
export function keepsStructure(
  changes: readonly FileChange[],
  touched: readonly Touched[],
  marked: MarkedNames,
  mentionsOf: (file: ProjectFile) => Mentions,
): boolean {
  return changes.every((change) => hasSameRows(change, marked)) &&
    touched.every(({ file, mentions }) => mentions !== undefined && !isReached(file, mentions)) &&
    changes.every(({ after }) => after === undefined || !isReached(after, mentionsOf(after)));
}

function hasSameRows({ before, after }: FileChange, marked: MarkedNames): boolean {
  const was = before === undefined ? [] : structuralRows(before);
  const is = after === undefined ? [] : structuralRows(after);
  return was.length === is.length && was.every((row, at) => {
    const one = describedRow(before!, row, marked);
    return one !== undefined && one === describedRow(after!, is[at]!, marked);
  });
}

/** Undefined when a name says that there may be another type or method, or cannot say it. */
function describedRow(file: ProjectFile, row: number, marked: MarkedNames): string | undefined {
  const name = file.nameOf(row);
  const isUnseen = (file.symbol(row, Sym.FLAGS) & (Flag.local | Flag.anonymous)) !== 0;
  const isPlain = file.symbol(row, Sym.KIND) !== Kind.interface && file.bases(row).length === 0;
  if (isUnseen ? !isPlain : marked.has(name)) return undefined;
  const qualifier = file.symbol(row, Sym.QUALIFIER);
  const container = file.symbol(row, Sym.CONTAINER);
  const of = qualifier < 0 ? "" : file.text(qualifier);
  const around = container < 0 ? "" : file.nameOf(container);
  return `${file.symbol(row, Sym.KIND)} ${name}\n${of}\n${around}`;
}

function isReached(file: ProjectFile, mentions: Mentions): boolean {
  return structuralRows(file).some((row) => mentions.symbols[row] === 1);
}
