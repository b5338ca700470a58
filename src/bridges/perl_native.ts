/** From Perl to C: subs that XS gives to packages, and the functions that they call in C. */
import { Expr, Import, ImportKind, Op, Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isType } from "../resolve/symbol_kinds.ts";
import { parts } from "../resolve/values.ts";
import { libraryFunctions } from "./library_functions.ts";
import { C_LANGUAGES } from "./native_languages.ts";
import { nearest } from "../resolve/nearest.ts";

const PERL = ["perl"];
const NATIVE: ReadonlySet<string> = new Set(C_LANGUAGES);
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.construct, RefKind.value]);
const MECHANISM = "XS";
/** Calls that stand one behind the other, at most. */
const DEEPEST = 16;
/** More variants for conditions of the build than this are not told apart. */
const MOST_TARGETS = 3;

interface Sub {
  readonly owner: string;
  readonly symbol: number;
}

class PerlNative {
  readonly #links: Links;
  readonly #subs = new Map<string, Sub[]>();

  constructor(links: Links) {
    this.#links = links;
    for (const site of links.offers(MECHANISM, NATIVE)) {
      const owner = links.ownerOf(site);
      for (const { symbol } of links.resolve(site).targets) {
        append(this.#subs, links.nameOf(site), { owner, symbol });
      }
    }
  }

  link(): void {
    const { project } = this.#links;
    const names = new Set(
      [...this.#subs.keys()].map((name) => project.nameId(name)).filter((id) => id >= 0),
    );
    for (const site of this.#links.naming(names, KINDS, PERL)) this.#call(site);
    for (const site of this.#links.foreignCalls(MECHANISM, NATIVE)) {
      const all = libraryFunctions(this.#links, this.#links.nameOf(site), NATIVE);
      const own = site.file.firstSymbol + site.file.reference(site.row, Ref.SYMBOL);
      this.#bridge(site, all.filter((symbol) => symbol !== own), Certainty.inferred);
    }
  }

  #call(site: Site): void {
    const { targets, external } = this.#links.resolve(site);
    if (targets.length > 0) return;
    const split = external?.lastIndexOf("::") ?? -1;
    const name = external === undefined ? this.#links.nameOf(site) : external.slice(split + 2);
    const subs = this.#subs.get(name) ?? [];
    const sure = external === undefined
      ? this.#ownersOf(site)
      : [external.slice(0, split).replace("()", "")];
    if (this.#callOf(site, subs, sure, Certainty.exact) || external !== undefined) return;
    this.#callOf(site, subs, this.#makersOf(site.file, receiverOf(site), 0), Certainty.inferred);
  }

  /** Adds edges to the subs of the first package that has any; false when none has. */
  #callOf(
    site: Site,
    subs: readonly Sub[],
    owners: readonly string[],
    confidence: number,
  ): boolean {
    for (const owner of owners) {
      const own = subs.filter((sub) => sub.owner === owner).map(({ symbol }) => symbol);
      if (own.length === 0) continue;
      this.#bridge(site, own, confidence);
      return true;
    }
    return false;
  }

  /** Packages in which a name may be looked up, the likeliest first. */
  #ownersOf(site: Site): readonly string[] {
    const { file, row } = site;
    const receiver = receiverOf(site);
    if (receiver >= 0) return this.#classesOf(file, receiver);
    const path = this.#links.writtenPath(site);
    const split = path.lastIndexOf("::");
    if (split > 0) return [path.slice(0, split)];
    const name = this.#links.nameOf(site);
    return [...packagesAt(file, file.reference(row, Ref.LINE)), ...importedFrom(file, name)];
  }

  /** Classes of a receiver, with what they inherit from. */
  #classesOf(file: ProjectFile, receiver: number): readonly string[] {
    const { evaluator, members } = this.#links.knowledge;
    const written = file.expression(receiver, Expr.OP) === Op.name
      ? file.text(file.expression(receiver, Expr.A))
      : "";
    const names = written.endsWith("::") ? [written.slice(0, -2)] : [];
    evaluator.begin();
    for (const part of parts(evaluator.value(file, receiver))) {
      if (part.tag !== "instance" && part.tag !== "self" && part.tag !== "symbol") continue;
      const owner = this.#links.project.fileOfSymbol(part.symbol);
      if (!isType(owner.symbol(part.symbol - owner.firstSymbol, Sym.KIND))) continue;
      for (const { symbol } of members.ancestry(part.symbol).order) {
        const place = this.#links.project.fileOfSymbol(symbol);
        names.push(place.nameOf(symbol - place.firstSymbol));
      }
    }
    return names;
  }

  /**
   * Packages whose sub made a receiver: a constructor, or a method that is called so that another one
   * can be called on what it gives, which is the object again more often than not.
   */
  #makersOf(file: ProjectFile, receiver: number, depth: number): readonly string[] {
    if (receiver < 0 || depth > DEEPEST) return [];
    return this.#links.origins.of(file, receiver).flatMap((origin) => {
      if (origin.tag !== "expression") return [];
      const place = origin.file;
      const op = place.expression(origin.expression, Expr.OP);
      const callee = place.expression(origin.expression, Expr.A);
      if (op === Op.construct && callee >= 0) return this.#classesOf(place, callee);
      if (op !== Op.call) return [];
      if (callee < 0 || place.expression(callee, Expr.OP) !== Op.member) return [];
      const made = place.expression(callee, Expr.A);
      if (made < 0) return [];
      const subs = this.#subs.get(place.text(place.expression(callee, Expr.B))) ?? [];
      return [...this.#classesOf(place, made), ...this.#makersOf(place, made, depth + 1)]
        .filter((name) => subs.some(({ owner }) => owner === name));
    });
  }

  #bridge(site: Site, all: readonly number[], confidence: number): void {
    const symbols = nearest(this.#links.project, site.file, all);
    if (symbols.length > MOST_TARGETS) return;
    const known = symbols.length > 1 ? Certainty.inferred : confidence;
    for (const symbol of symbols) {
      this.#links.bridge(site, symbol, MECHANISM, known, symbols.length);
    }
  }
}

/** Expression on which a reference looks up its name; -1 when it looks it up on nothing. */
function receiverOf({ file, row }: Site): number {
  const expression = file.reference(row, Ref.EXPR);
  return expression >= 0 && file.expression(expression, Expr.OP) === Op.member
    ? file.expression(expression, Expr.A)
    : -1;
}

/** The package in force in a line. */
function packagesAt(file: ProjectFile, line: number): string[] {
  let name: string | undefined;
  const count = file.count("symbols");
  for (let row = 1; row < count; row++) {
    if (!isType(file.symbol(row, Sym.KIND)) || file.symbol(row, Sym.START_LINE) > line) continue;
    name = file.nameOf(row);
  }
  return name === undefined ? [] : [name];
}

/** Modules from which a file may import a name. */
function importedFrom(file: ProjectFile, name: string): string[] {
  const modules = new Set<string>();
  const imports = file.table("imports");
  for (let at = 0; at < imports.length; at += Import.STRIDE) {
    const kind = imports[at + Import.KIND];
    const isNamed = kind === ImportKind.name && file.text(imports[at + Import.NAME]!) === name;
    if (isNamed || kind === ImportKind.all) modules.add(file.text(imports[at + Import.SPECIFIER]!));
  }
  return [...modules];
}

/** Perl to C. */
export const perlNative: Linker = { link: (links) => new PerlNative(links).link() };
