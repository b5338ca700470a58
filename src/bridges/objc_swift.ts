/**
 * Between Swift and Objective-C: classes of the one that the other names, and the methods that it calls of
 * them, by the names under which they are known there. Which headers a build shows to Swift stands in no
 * source, so that no edge is `exact`.
 */
import { Binding, Flag, Kind, Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import { nearest } from "../resolve/nearest.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { isCallable, isType } from "../resolve/symbol_kinds.ts";
import { C_LANGUAGES } from "./native_languages.ts";
import { accessorsOf, fit, selectorsOf } from "./objc_names.ts";
import { type Member, TypesApart } from "./types_apart.ts";

const OBJC = ["objc"];
const SWIFT = ["swift"];
const C_FAMILY: ReadonlySet<string> = new Set([...OBJC, ...C_LANGUAGES]);
const NAMES_TYPE: ReadonlySet<number> = new Set([
  RefKind.type,
  RefKind.inherit,
  RefKind.implement,
  RefKind.call,
  RefKind.construct,
]);
const CALLS: ReadonlySet<number> = new Set([RefKind.call, RefKind.construct, RefKind.value]);
/** Stands in front of names of protocols in Objective-C, where classes may have the same. */
const PROTOCOL = /^@protocol /;
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

/** A method or property as Objective-C knows it. */
interface Selector extends Member {
  readonly selector: string;
}

class ObjcSwift {
  readonly #links: Links;
  readonly #objc: ReadonlyMap<string, readonly Selector[]>;
  readonly #swift: ReadonlyMap<string, readonly Selector[]>;

  constructor(links: Links) {
    this.#links = links;
    this.#objc = this.#objcMembers();
    this.#swift = this.#swiftMembers();
  }

  link(): void {
    const objcTypes = this.#typesIn(OBJC);
    const swiftTypes = this.#typesIn(SWIFT);
    const fromSwift = new TypesApart(this.#links, objcTypes, {
      isOwn: (name) => swiftTypes.has(name),
      adds: (owner) => this.#objc.has(owner),
      members: (owner, name, given) => this.#called(owner, name, given),
    });
    this.#linkFrom(SWIFT, fromSwift, "Objective-C");
    const fromObjc = new TypesApart(this.#links, swiftTypes, {
      isOwn: (name) => objcTypes.has(name),
      adds: (owner) => this.#swift.has(owner),
      members: (owner, name) => this.#selected(swiftTypes, owner, name),
    });
    this.#linkFrom(OBJC, fromObjc, "Swift");
  }

  #linkFrom(language: readonly string[], types: TypesApart, mechanism: string): void {
    for (const file of this.#links.filesIn(language)) {
      for (let row = 0; row < file.count("references"); row++) {
        const kind = file.reference(row, Ref.KIND);
        if (!NAMES_TYPE.has(kind) && !CALLS.has(kind)) continue;
        this.#reference({ file, row }, kind, types, mechanism);
      }
    }
  }

  #reference(site: Site, kind: number, types: TypesApart, mechanism: string): void {
    const expression = site.file.reference(site.row, Ref.EXPR);
    if (!types.mayMean(site.file, expression)) return;
    if (this.#links.resolve(site).targets.length > 0) return;
    const given = site.file.reference(site.row, Ref.CALL);
    const members = CALLS.has(kind) ? types.membersMeant(site.file, expression, given) : [];
    if (members.length > 0) {
      return this.#bridge(site, members.map(({ symbol }) => symbol), mechanism);
    }
    const name = this.#links.writtenName(site).replace(PROTOCOL, "");
    if (name === "") return;
    if (NAMES_TYPE.has(kind)) this.#bridge(site, types.named(name), mechanism);
    if (kind === RefKind.call && mechanism === "Objective-C") this.#toFunction(site, name);
  }

  /** A function of C that a header declares. */
  #toFunction(site: Site, name: string): void {
    if (this.#links.resolve(site).external !== undefined) return;
    const { project } = this.#links;
    const isDeclared = project.symbolsNamed(project.nameId(name)).some((symbol) =>
      /\.h(?:pp|h)?$/.test(project.fileOfSymbol(symbol).path)
    );
    if (!isDeclared) return;
    const functions = this.#links.functions(name, C_FAMILY).filter((symbol) =>
      kindOf(this.#links, symbol) === Kind.function
    );
    this.#bridge(site, functions, "Objective-C");
  }

  #bridge(site: Site, all: readonly number[], mechanism: string): void {
    const defined = all.filter((symbol) => !this.#links.isDeclaration(symbol));
    const unique = [...new Set(defined.length > 0 ? defined : all)];
    const symbols = nearest(this.#links.project, site.file, unique);
    if (symbols.length > MOST_TARGETS) return;
    for (const symbol of symbols) {
      const confidence = symbols.length > 1 ? Certainty.heuristic : Certainty.inferred;
      this.#links.bridge(site, symbol, mechanism, confidence, symbols.length);
    }
  }

  // ── what there is ───────────────────────────────────────────────────────────────────────────

  /** Types by name, categories and extensions apart. */
  #typesIn(languages: readonly string[]): ReadonlyMap<string, readonly number[]> {
    this.#links.questions.noteWhole("definitions", languages);
    const types = new Map<string, number[]>();
    for (const file of this.#links.filesIn(languages)) {
      for (let row = 1; row < file.count("symbols"); row++) {
        const isOwn = (file.symbol(row, Sym.FLAGS) & Flag.extension) === 0;
        if (isOwn && isType(file.symbol(row, Sym.KIND))) {
          append(types, file.nameOf(row), file.firstSymbol + row);
        }
      }
    }
    for (const site of this.#links.offers("@objc", languages)) {
      for (const { symbol } of this.#links.resolve(site).targets) {
        if (isType(kindOf(this.#links, symbol))) append(types, this.#links.nameOf(site), symbol);
      }
    }
    return types;
  }

  #objcMembers(): Map<string, Selector[]> {
    const members = new Map<string, Selector[]>();
    for (const file of this.#links.filesIn(OBJC)) {
      for (const [owner, row] of membersIn(file)) {
        append(members, owner, { symbol: file.firstSymbol + row, selector: file.nameOf(row) });
      }
    }
    return members;
  }

  #swiftMembers(): Map<string, Selector[]> {
    const given = this.#givenNames();
    const members = new Map<string, Selector[]>();
    for (const file of this.#links.filesIn(SWIFT)) {
      for (const [owner, row] of membersIn(file)) {
        const symbol = file.firstSymbol + row;
        const selectors = given.get(symbol) ?? selectorsIn(file, row);
        for (const selector of selectors) append(members, owner, { symbol, selector });
      }
    }
    return members;
  }

  /** Selectors that Swift's methods are given: `@objc(add:)`. */
  #givenNames(): Map<number, string[]> {
    const names = new Map<number, string[]>();
    for (const site of this.#links.offers("@objc", SWIFT)) {
      for (const { symbol } of this.#links.resolve(site).targets) {
        append(names, symbol, this.#links.nameOf(site));
      }
    }
    return names;
  }

  /** Members of a class of Swift, which Objective-C may know by another name, that have a selector. */
  #selected(
    types: ReadonlyMap<string, readonly number[]>,
    owner: string,
    name: string,
  ): readonly Member[] {
    const owners = new Set([owner]);
    for (const symbol of types.get(owner) ?? []) {
      const file = this.#links.project.fileOfSymbol(symbol);
      owners.add(file.nameOf(symbol - file.firstSymbol));
    }
    return [...owners].flatMap((one) => this.#swift.get(one) ?? [])
      .filter(({ selector }) => selector === name);
  }

  /** Methods of a class of Objective-C that a call in Swift fits best. */
  #called(owner: string, name: string, labels: readonly string[]): readonly Member[] {
    const fits = (this.#objc.get(owner) ?? []).map((member) => ({
      ...member,
      score: name === "init"
        ? Math.max(fit(member.selector, name, labels), fitOfFactory(member.selector, labels))
        : fit(member.selector, name, labels),
    }));
    const best = Math.max(1, ...fits.map(({ score }) => score));
    return fits.filter(({ score }) => score === best);
  }
}

/** How well an initializer of Swift fits a class method that makes an instance: `+ loaderWithName:`. */
function fitOfFactory(selector: string, labels: readonly string[]): number {
  const made = /^[a-z]\w*?With(?=[A-Z])/.exec(selector)?.[0];
  if (made === undefined || labels.length === 0) return 0;
  return Math.min(1, fit(`initWith${selector.slice(made.length)}`, "init", labels));
}

/** Methods and properties, with the types that they belong to. */
function* membersIn(file: ProjectFile): Generator<readonly [owner: string, row: number]> {
  for (let row = 1; row < file.count("symbols"); row++) {
    const kind = file.symbol(row, Sym.KIND);
    if (!isCallable(kind) && kind !== Kind.property) continue;
    const qualifier = file.symbol(row, Sym.QUALIFIER);
    const container = file.symbol(row, Sym.CONTAINER);
    if (qualifier >= 0) yield [file.text(qualifier), row];
    else if (container > 0 && isType(file.symbol(container, Sym.KIND))) {
      yield [file.nameOf(container), row];
    }
  }
}

/** Selectors of a method or property of Swift that is given none. */
function selectorsIn(file: ProjectFile, row: number): string[] {
  const kind = file.symbol(row, Sym.KIND);
  if (kind === Kind.property) return accessorsOf(file.nameOf(row));
  const scope = file.symbol(row, Sym.SCOPE);
  const labels = scope < 0 ? [] : file.parameters(scope).map((binding) => {
    const name = file.text(file.binding(binding, Binding.NAME));
    return name.endsWith(":") ? name.slice(0, -1) : "";
  });
  return selectorsOf(kind === Kind.constructor ? "init" : file.nameOf(row), labels);
}

function kindOf(links: Links, symbol: number): number {
  const file = links.project.fileOfSymbol(symbol);
  return file.symbol(symbol - file.firstSymbol, Sym.KIND);
}

/** Swift and Objective-C. */
export const objcSwift: Linker = { link: (links) => new ObjcSwift(links).link() };
