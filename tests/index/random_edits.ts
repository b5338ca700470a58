/** Edits of a project, chosen at random, and what they make of its files. */
import fc from "fast-check";
import { dirname, join } from "node:path";
import {
  bridgedPiece,
  FAMILY_COUNT,
  headOf,
  LINKED_COUNT,
  linkedPieceOf,
  type Piece,
  pieceOf,
  routedPiece,
} from "./random_sources.ts";

/** One change. Numbers choose among what is there when the change is made. */
export type Edit =
  | { readonly kind: "add"; readonly piece: Piece }
  | { readonly kind: "drop"; readonly file: number; readonly at: number }
  | { readonly kind: "move"; readonly file: number; readonly at: number; readonly to: number }
  | { readonly kind: "rename"; readonly file: number; readonly path: string }
  | { readonly kind: "delete"; readonly file: number }
  | { readonly kind: "restore"; readonly file: number }
  | { readonly kind: "ignore"; readonly path: string }
  | { readonly kind: "settings"; readonly exclude: string; readonly extension: string };

const number = fc.nat({ max: 30 });
const rule = fc.constantFrom("", "", "*.py", "pkg/b.py", "web", "c/*.h", "R/b.R", "p/b.go", "lib");

function editOf(piece: fc.Arbitrary<Piece>): fc.Arbitrary<Edit> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant("add" as const), piece }) },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant("drop" as const), file: number, at: number }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("move" as const),
        file: number,
        at: number,
        to: number,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("rename" as const),
        file: number,
        path: piece.map(({ path }) => path),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), file: number }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("restore" as const), file: number }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("ignore" as const), path: rule }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("settings" as const),
        exclude: rule,
        extension: fc.constantFrom("", "typescript", "python"),
      }),
    },
  );
}

/** A project at its start and the changes made to it, some at a time, between syncs. */
export interface History {
  readonly start: readonly Piece[];
  readonly steps: readonly (readonly Edit[])[];
}

/** Histories in one or two languages. */
export const history: fc.Arbitrary<History> = fc.record({
  first: fc.nat({ max: FAMILY_COUNT - 1 }),
  second: fc.nat({ max: FAMILY_COUNT - 1 }),
}).chain(({ first, second }) => {
  return historyOf(fc.oneof(
    { weight: 3, arbitrary: pieceOf(first) },
    { weight: 1, arbitrary: pieceOf(second) },
  ));
});

/** Histories of languages between which there are bridges. */
export const bridgedHistory: fc.Arbitrary<History> = historyOf(bridgedPiece);

/** Histories of projects that serve routes. */
export const routedHistory: fc.Arbitrary<History> = historyOf(routedPiece);

/** Histories of projects of one sort that frameworks, bridges and their kin look at. */
export const linkedHistory: fc.Arbitrary<History> = fc.nat({ max: LINKED_COUNT - 1 })
  .chain((sort) => historyOf(linkedPieceOf(sort)));

function historyOf(piece: fc.Arbitrary<Piece>): fc.Arbitrary<History> {
  return fc.record({
    start: fc.array(piece, { minLength: 6, maxLength: 24, size: "max" }),
    steps: fc.array(fc.array(editOf(piece), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 5,
      size: "max",
    }),
  });
}

/** The files of a project under random edits. */
export class EditedProject {
  readonly #files = new Map<string, string[]>();
  readonly #deleted: [string, string[]][] = [];
  readonly #touched = new Set<string>();

  constructor(readonly root: string, start: readonly Piece[]) {
    Deno.mkdirSync(join(root, ".git", "info"), { recursive: true });
    for (const { path, text } of start) this.#of(path).push(text);
    for (const path of this.#files.keys()) this.#write(path);
  }

  /** Paths of all files that changed, came or went since this was last asked. */
  takeTouched(): string[] {
    const touched = [...this.#touched];
    this.#touched.clear();
    return touched;
  }

  /** Makes a change. */
  apply(edit: Edit): void {
    switch (edit.kind) {
      case "add":
        this.#of(edit.piece.path).push(edit.piece.text);
        return this.#write(edit.piece.path);
      case "drop":
        return this.#drop(edit.file, edit.at);
      case "move":
        return this.#move(edit.file, edit.at, edit.to);
      case "rename":
        return this.#rename(edit.file, edit.path);
      case "delete":
        return this.#delete(edit.file);
      case "restore":
        return this.#restore(edit.file);
      case "ignore":
        return this.#put(".gitignore", `.codegraph\n${edit.path}\n`);
      case "settings":
        return this.#settings(edit.exclude, edit.extension);
    }
  }

  #of(path: string): string[] {
    const pieces = this.#files.get(path) ?? [];
    this.#files.set(path, pieces);
    return pieces;
  }

  #pathAt(index: number): string | undefined {
    const paths = [...this.#files.keys()].sort();
    return paths[index % Math.max(1, paths.length)];
  }

  #drop(file: number, at: number): void {
    const path = this.#pathAt(file);
    if (path === undefined) return;
    const pieces = this.#of(path);
    pieces.splice(at % Math.max(1, pieces.length), 1);
    this.#write(path);
  }

  #move(file: number, at: number, to: number): void {
    const from = this.#pathAt(file);
    const target = this.#pathAt(to);
    if (from === undefined || target === undefined) return;
    const pieces = this.#of(from);
    const [piece] = pieces.splice(at % Math.max(1, pieces.length), 1);
    if (piece !== undefined) this.#of(target).unshift(piece);
    this.#write(from);
    this.#write(target);
  }

  #rename(file: number, to: string): void {
    const from = this.#pathAt(file);
    if (from === undefined || from === to) return;
    this.#files.set(to, this.#of(from));
    this.#files.delete(from);
    Deno.mkdirSync(dirname(join(this.root, to)), { recursive: true });
    Deno.renameSync(join(this.root, from), join(this.root, to));
    this.#touched.add(from);
    this.#write(to);
  }

  #delete(file: number): void {
    const path = this.#pathAt(file);
    if (path === undefined) return;
    this.#deleted.push([path, this.#of(path)]);
    this.#files.delete(path);
    Deno.removeSync(join(this.root, path));
    this.#touched.add(path);
  }

  #restore(index: number): void {
    const [restored] = this.#deleted.splice(index % Math.max(1, this.#deleted.length), 1);
    if (restored === undefined) return;
    this.#files.set(...restored);
    this.#write(restored[0]);
  }

  #settings(exclude: string, extension: string): void {
    this.#put(
      ".biorouter/codegraph.json",
      JSON.stringify({
        exclude: exclude === "" ? [] : [exclude],
        extensions: extension === "" ? {} : { ".js": extension },
      }),
    );
  }

  #write(path: string): void {
    Deno.mkdirSync(dirname(join(this.root, path)), { recursive: true });
    this.#put(path, headOf(path) + this.#of(path).join(""));
  }

  #put(path: string, text: string): void {
    Deno.writeTextFileSync(join(this.root, path), text);
    this.#touched.add(path);
  }
}
