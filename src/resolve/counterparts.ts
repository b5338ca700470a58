/** Which file, symbol, binding and scope of a project after an edit was which before it. */
import { Binding, Flag, Scope, Sym } from "../extract/facts.ts";
import type { Project, ProjectFile } from "./project.ts";
import { append } from "./multimap.ts";

/** What a row of a file that was edited was before, by row; -1 when nothing is known to be the same. */
interface FormerRows {
  readonly symbols: Int32Array;
  readonly bindings: Int32Array;
}

/** Finds what is the same in two states of a project. */
export class Counterparts {
  readonly #formerFile = new Map<ProjectFile, ProjectFile>();
  readonly #rows = new Map<ProjectFile, FormerRows>();

  /**
   * @param edited files of `after` whose facts are not the same
   * @param keyOf tells the files of a project apart
   */
  constructor(
    readonly before: Project,
    after: Project,
    readonly edited: ReadonlySet<ProjectFile>,
    keyOf: (file: ProjectFile) => string,
  ) {
    const former = new Map(before.files.map((file) => [keyOf(file), file]));
    for (const file of after.files) {
      const found = former.get(keyOf(file));
      if (found !== undefined) this.#formerFile.set(file, found);
    }
  }

  /** The file as it was; undefined for a new one. */
  file(file: ProjectFile): ProjectFile | undefined {
    return this.#formerFile.get(file);
  }

  /** Row of the symbol that a symbol of a file was; -1 when that is not known. */
  symbol(file: ProjectFile, row: number): number {
    return this.edited.has(file) ? this.#former(file)?.symbols[row] ?? -1 : row;
  }

  /** Row of the binding that a binding of a file was; -1 when that is not known. */
  binding(file: ProjectFile, row: number): number {
    return this.edited.has(file) ? this.#former(file)?.bindings[row] ?? -1 : row;
  }

  #former(file: ProjectFile): FormerRows | undefined {
    let rows = this.#rows.get(file);
    const former = this.#formerFile.get(file);
    if (rows === undefined && former !== undefined) {
      rows = {
        symbols: matched(namedSymbols(file), namedSymbols(former), file.count("symbols")),
        bindings: matched(namedBindings(file), namedBindings(former), file.count("bindings")),
      };
      this.#rows.set(file, rows);
    }
    return rows;
  }
}

type NamedRows = ReadonlyMap<string, readonly number[]>;

/** Rows of one name are the same in their order when there are as many of them. */
function matched(now: NamedRows, former: NamedRows, count: number): Int32Array {
  const rows = new Int32Array(count).fill(-1);
  for (const [name, own] of now) {
    const others = former.get(name);
    if (others?.length !== own.length) continue;
    own.forEach((row, i) => rows[row] = others[i]!);
  }
  return rows;
}

/** Symbols that other files can name, by kind, name and the name of what they are written in. */
function namedSymbols(file: ProjectFile): NamedRows {
  const rows = new Map<string, number[]>();
  rows.set("", [0]);
  for (let row = 1; row < file.count("symbols"); row++) {
    if (file.symbol(row, Sym.FLAGS) & (Flag.local | Flag.anonymous)) continue;
    add(rows, symbolKey(file, row), row);
  }
  return rows;
}

function symbolKey(file: ProjectFile, symbol: number): string {
  const container = file.symbol(symbol, Sym.CONTAINER);
  const around = container > 0 ? file.nameOf(container) : "";
  return `${file.symbol(symbol, Sym.KIND)} ${file.nameOf(symbol)} ${around}`;
}

/** Bindings, by kind, name and the symbol whose scope they stand in. */
function namedBindings(file: ProjectFile): NamedRows {
  const rows = new Map<string, number[]>();
  for (let row = 0; row < file.count("bindings"); row++) {
    const scope = file.binding(row, Binding.SCOPE);
    const owner = file.scope(scope, Scope.SYMBOL);
    if (scope > 0 && owner < 0) continue; // The scope of a block or an object literal.
    if (owner > 0 && file.symbol(owner, Sym.FLAGS) & (Flag.local | Flag.anonymous)) continue;
    const around = owner > 0 ? symbolKey(file, owner) : "";
    const name = file.text(file.binding(row, Binding.NAME));
    add(rows, `${file.binding(row, Binding.KIND)} ${name} ${around}`, row);
  }
  return rows;
}

function add(rows: Map<string, number[]>, key: string, row: number): void {
  append(rows, key, row);
}
