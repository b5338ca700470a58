/**
 * The surface of a file: for each of its names that other files can reach, digests of all that they
 * can learn through it. Two versions of a file with the same surface look the same from outside, so
 * that what was resolved in other files stays as it was.
 *
 * A digest covers kinds, flags, arity, bases, declared types and values, and follows expressions into
 * the functions' own variables; it leaves out where things stand. Names of other files are taken as
 * names: that they mean something else now is found by `influence.ts`.
 */
import {
  Binding,
  BindingKind,
  Export,
  Expr,
  Flag,
  Import,
  ImportKind,
  Kind,
  Op,
  Ref,
  RefKind,
  Scope,
  ScopeKind,
  Sym,
  TEXT_OPS,
} from "../extract/facts.ts";
import { filledIn } from "./filled_in.ts";
import type { ProjectFile } from "./project.ts";

/** Deeper nesting than is followed; beyond it an expression counts by its operation alone. */
const DEEPEST = 200;

/** Names of members that languages call by themselves, besides those that start with no letter. */
const IMPLICIT_MEMBERS = new Set(["constructor", "new", "initialize", "operator", "call"]);

/** Operations on two expressions. */
const BINARY: ReadonlySet<number> = new Set([Op.index, Op.either, Op.both, Op.lookup, Op.without]);

/** Stands for "whatever the modules named here export". */
export const EVERYTHING = "*";

/** Stands for the modules that a file knows by names which they give themselves. */
export const SELF_NAMED = "import *";

/** Two 32-bit lanes of FNV-1a (Fowler, Noll, Vo) with different primes: 53 bits are kept. */
class Digest {
  #a = 0x811c9dc5;
  #b = 0x1000193;

  number(value: number): void {
    this.#a = Math.imul(this.#a ^ value, 0x01000193) ^ (this.#a >>> 15);
    this.#b = Math.imul(this.#b ^ value, 0x85ebca6b) ^ (this.#b >>> 13);
  }

  text(value: string): void {
    for (let i = 0; i < value.length; i++) this.number(value.charCodeAt(i));
    this.number(-2);
  }

  /** What a literal says decides nothing outside of links. */
  literal(_text: string): void {}

  value(): number {
    return (this.#a >>> 0) * 2 ** 21 + ((this.#b >>> 0) & 0x1fffff);
  }
}

/** A digest that tells literals apart by what they say. */
class LiteralDigest extends Digest {
  override literal(text: string): void {
    this.text(text);
  }
}

/** What is said through one name of a file, as digests. */
export interface NameDigest {
  /** All that is known without working any expression out. */
  readonly outline: number;
  /** The outline, and how the expressions are written. */
  readonly text: number;
  /** What the literals in them say. */
  readonly literals: number;
  /** What is given by this name to something that may be defined in another file. */
  readonly apart: number;
}

/** Digests of one name in the making. */
class NameDigests {
  readonly #outline = new Digest();
  readonly #text = new Digest();
  readonly #literals = new Digest();
  readonly apart = new Digest();
  /** How many expressions deep what is added stands. */
  depth = 0;

  number(value: number): void {
    if (this.depth === 0) this.#outline.number(value);
    this.#text.number(value);
  }

  text(value: string): void {
    if (this.depth === 0) this.#outline.text(value);
    this.#text.text(value);
  }

  literal(text: string): void {
    this.#literals.text(text);
  }

  value(): NameDigest {
    return {
      outline: this.#outline.value(),
      text: this.#text.value(),
      literals: this.#literals.value(),
      apart: this.apart.value(),
    };
  }
}

type AnyDigest = Digest | NameDigests;

/** The digest of nothing at all. */
export const NOTHING_APART = new Digest().value();

/** Reads the surface of one file. */
export class Surface {
  readonly #file: ProjectFile;
  readonly #digests = new Map<string, NameDigests>();
  /** Expressions met while a digest is made, with the order in which they were. */
  readonly #met = new Map<number, number>();
  /** Types to which the file gives members from outside them. */
  readonly #extended = new Set<string>();
  #depth = 0;

  private constructor(file: ProjectFile) {
    this.#file = file;
  }

  /**
   * Digests of references: what each is made of, literals included, and in what it stands. Names that
   * other files can reach count by how they are written.
   */
  static ofReferences(file: ProjectFile, rows: readonly number[]): readonly number[] {
    const surface = new Surface(file);
    return rows.map((row) => surface.#reference(row));
  }

  /** The surface of a file. */
  static of(file: ProjectFile): Surface {
    const surface = new Surface(file);
    surface.#read();
    return surface;
  }

  /** Digests by name. */
  digests(): ReadonlyMap<string, NameDigest> {
    return new Map([...this.#digests].map(([name, digest]) => [name, digest.value()]));
  }

  #read(): void {
    const file = this.#file;
    for (let row = 1; row < file.count("symbols"); row++) {
      if (file.symbol(row, Sym.FLAGS) & (Flag.local | Flag.anonymous)) continue;
      this.#under(file.nameOf(row), (digest) => this.#symbol(digest, row));
      this.#underMembers(row);
      this.#underQualifier(row);
      this.#underContainer(row);
    }
    for (let row = 0; row < file.count("bindings"); row++) {
      if (this.#isInFunction(file.binding(row, Binding.SCOPE))) continue;
      this.#under(file.text(file.binding(row, Binding.NAME)), (d) => this.#binding(d, row));
    }
    for (let row = 0; row < file.count("references"); row++) this.#baseApart(row);
    for (let row = 0; row < file.count("exports"); row++) this.#export(row);
    const named = this.#namedImports();
    for (let row = 0; row < file.count("imports"); row++) {
      this.#wildcard(row);
      if (!named.has(row)) this.#selfNamed(row);
    }
  }

  /** Rows of imports to which the file gives a name. */
  #namedImports(): Set<number> {
    const file = this.#file;
    const named = new Set<number>();
    for (let row = 0; row < file.count("bindings"); row++) {
      const isImport = file.binding(row, Binding.KIND) === BindingKind.import;
      if (isImport) named.add(file.binding(row, Binding.INDEX));
    }
    return named;
  }

  #reference(row: number): number {
    const file = this.#file;
    const digest = new LiteralDigest();
    this.#met.clear();
    digest.number(file.reference(row, Ref.KIND));
    digest.text(file.text(file.reference(row, Ref.NAME)));
    this.#expression(digest, file.reference(row, Ref.EXPR));
    this.#expression(digest, file.reference(row, Ref.CALL));
    const around = file.reference(row, Ref.SYMBOL);
    this.#containers(digest, around);
    if (around > 0) this.#symbol(digest, around);
    return digest.value();
  }

  #under(name: string, add: (digest: NameDigests) => void): void {
    let digest = this.#digests.get(name);
    if (digest === undefined) this.#digests.set(name, digest = new NameDigests());
    this.#met.clear();
    add(digest);
  }

  #apart(name: string, add: (digest: Digest) => void): void {
    this.#under(name, ({ apart }) => add(apart));
  }

  /**
   * What a type inherits decides what its members are found under; and all members of an interface
   * together decide who satisfies it.
   */
  #underMembers(row: number): void {
    const file = this.#file;
    const scope = file.symbol(row, Sym.SCOPE);
    const isInterface = file.symbol(row, Sym.KIND) === Kind.interface;
    const inherits = file.bases(row).length > 0;
    if (scope < 0 || !(isInterface || inherits)) return;
    if (file.scope(scope, Scope.KIND) !== ScopeKind.class) return;
    const members = this.#membersOf(scope);
    for (const name of members) {
      this.#under(name, (digest) => {
        this.#bases(digest, row);
        if (isInterface) { for (const other of members) digest.text(other); }
      });
    }
  }

  /** A type has the bases that it is given in another place than its definition. */
  #baseApart(row: number): void {
    const file = this.#file;
    const kind = file.reference(row, Ref.KIND);
    if (kind !== RefKind.implement && kind !== RefKind.inherit) return;
    const subject = subjectOf(file, row);
    if (subject === undefined) return;
    const base = file.reference(row, Ref.EXPR);
    const add = (digest: AnyDigest): void => this.#expression(digest, base);
    this.#apart(subject, add);
    this.#apart(file.text(file.reference(row, Ref.NAME)), add);
  }

  #membersOf(scope: number): string[] {
    const file = this.#file;
    const names: string[] = [];
    for (let binding = 0; binding < file.count("bindings"); binding++) {
      if (file.binding(binding, Binding.SCOPE) !== scope) continue;
      names.push(file.text(file.binding(binding, Binding.NAME)));
    }
    return names;
  }

  /** A type has what is written for it elsewhere; what that is, its own name says. */
  #underQualifier(row: number): void {
    const file = this.#file;
    const qualifier = file.symbol(row, Sym.QUALIFIER);
    if (qualifier < 0) return;
    const owner = file.text(qualifier).split(/::|\./).at(-1)!;
    if (runsUnnamed(file, row)) {
      this.#apart(owner, (digest) => this.#symbol(digest, row));
    } else if (!this.#extended.has(owner)) {
      this.#extended.add(owner);
      this.#apart(owner, (digest) => digest.number(1));
    }
  }

  /** Members that run without being named: whoever names the type, or holds one, may mean them. */
  #underContainer(row: number): void {
    const file = this.#file;
    const container = file.symbol(row, Sym.CONTAINER);
    if (container <= 0 || !runsUnnamed(file, row)) return;
    this.#under(file.nameOf(container), (digest) => this.#symbol(digest, row));
  }

  #isInFunction(scope: number): boolean {
    const file = this.#file;
    for (let s = scope; s >= 0; s = file.scope(s, Scope.PARENT)) {
      if (file.scope(s, Scope.KIND) === ScopeKind.function) return true;
    }
    return false;
  }

  #symbol(digest: AnyDigest, row: number): void {
    const file = this.#file;
    digest.number(file.symbol(row, Sym.KIND));
    digest.number(file.symbol(row, Sym.FLAGS));
    digest.number(file.symbol(row, Sym.ARITY));
    digest.text(file.text(file.symbol(row, Sym.NAME)));
    const qualifier = file.symbol(row, Sym.QUALIFIER);
    if (qualifier >= 0) digest.text(file.text(qualifier));
    // A symbol is another one in another container, although it looks the same.
    this.#containers(digest, file.symbol(row, Sym.CONTAINER));
    this.#expression(digest, file.symbol(row, Sym.TYPE));
    this.#expression(digest, file.symbol(row, Sym.VALUE));
    this.#bases(digest, row);
    const scope = file.symbol(row, Sym.SCOPE);
    if (scope < 0) return;
    for (const binding of file.parameters(scope)) this.#parameter(digest, binding);
    for (const binding of file.typeParameters(scope)) this.#parameter(digest, binding);
  }

  #containers(digest: AnyDigest, from: number): void {
    const file = this.#file;
    for (let around = from;; around = file.symbol(around, Sym.CONTAINER)) {
      digest.number(around > 0 ? file.symbol(around, Sym.KIND) : -1);
      digest.text(around > 0 ? file.nameOf(around) : "");
      if (around <= 0) return;
    }
  }

  #bases(digest: AnyDigest, row: number): void {
    const file = this.#file;
    for (const reference of file.bases(row)) {
      digest.number(file.reference(reference, Ref.KIND));
      this.#expression(digest, file.reference(reference, Ref.EXPR));
    }
  }

  #parameter(digest: AnyDigest, binding: number | undefined): void {
    if (binding === undefined) return;
    digest.text(this.#file.text(this.#file.binding(binding, Binding.NAME)));
    this.#expression(digest, this.#file.binding(binding, Binding.TYPE));
    this.#expression(digest, this.#file.binding(binding, Binding.VALUE));
  }

  #binding(digest: AnyDigest, row: number): void {
    const file = this.#file;
    digest.number(file.binding(row, Binding.KIND));
    const owner = file.scope(file.binding(row, Binding.SCOPE), Scope.SYMBOL);
    digest.text(owner > 0 ? file.nameOf(owner) : "");
    this.#expression(digest, file.binding(row, Binding.TYPE));
    this.#expression(digest, file.binding(row, Binding.VALUE));
    const index = file.binding(row, Binding.INDEX);
    if (file.binding(row, Binding.KIND) === BindingKind.import) this.#import(digest, index);
    else digest.number(index);
  }

  #import(digest: AnyDigest, row: number): void {
    if (row < 0) return;
    const file = this.#file;
    const table = file.table("imports");
    const at = row * Import.STRIDE;
    digest.number(table[at + Import.KIND]!);
    digest.number(table[at + Import.FORM]!);
    digest.text(file.text(table[at + Import.SPECIFIER]!));
    const name = table[at + Import.NAME]!;
    if (name >= 0) digest.text(file.text(name));
  }

  #export(row: number): void {
    const file = this.#file;
    const table = file.table("exports");
    const at = row * Export.STRIDE;
    const name = file.text(table[at + Export.NAME]!);
    this.#under(name, (digest) => {
      this.#expression(digest, table[at + Export.EXPR]!);
      const specifier = table[at + Export.SPECIFIER]!;
      const imported = table[at + Export.IMPORTED]!;
      digest.number(specifier < 0 ? 0 : 1);
      if (specifier >= 0) digest.text(file.text(specifier));
      if (imported >= 0) digest.text(file.text(imported));
    });
  }

  #wildcard(row: number): void {
    const kind = this.#file.table("imports")[row * Import.STRIDE + Import.KIND];
    if (kind !== ImportKind.all && kind !== ImportKind.include) return;
    this.#under(EVERYTHING, (digest) => this.#import(digest, row));
  }

  #selfNamed(row: number): void {
    const kind = this.#file.table("imports")[row * Import.STRIDE + Import.KIND];
    if (kind !== ImportKind.module) return;
    this.#under(SELF_NAMED, (digest) => this.#import(digest, row));
  }

  #expression(digest: AnyDigest, row: number): void {
    if (row < 0) {
      digest.number(-1);
      return;
    }
    const file = this.#file;
    const op = file.expression(row, Expr.OP);
    digest.number(op);
    // What merely repeats a member's name is told from all else by how it is written.
    if (op === Op.member) digest.text(file.text(file.expression(row, Expr.B)));
    // An expression that several lead to counts once, or sharing would cost exponential time.
    const met = this.#met.get(row);
    if (met !== undefined) digest.number(met);
    if (met !== undefined || this.#depth > DEEPEST) return;
    this.#met.set(row, this.#met.size);
    this.#depth++;
    if (digest instanceof NameDigests) digest.depth++;
    this.#operands(digest, op, row);
    if (digest instanceof NameDigests) digest.depth--;
    this.#depth--;
  }

  #operands(digest: AnyDigest, op: number, row: number): void {
    const file = this.#file;
    const a = file.expression(row, Expr.A);
    const b = file.expression(row, Expr.B);
    const c = file.expression(row, Expr.C);
    const text = TEXT_OPS.get(op);
    switch (op) {
      case Op.name:
        this.#nameFrom(digest, a, b, c);
        return;
      case Op.member:
        this.#expression(digest, a);
        return;
      case Op.keyword:
        digest.text(file.text(a));
        this.#expression(digest, b);
        return;
      case Op.text:
        this.#expression(digest, b);
        digest.literal(file.text(a));
        for (const part of filledIn(file, row)) this.#expression(digest, part);
        return;
      case Op.dispatch:
        this.#expression(digest, a);
        digest.text(file.text(b));
        this.#expression(digest, c);
        return;
      case Op.module:
        digest.text(file.text(a));
        return;
      case Op.call:
      case Op.construct:
      case Op.apply:
        this.#expression(digest, a);
        this.#list(digest, b, c);
        return;
      case Op.list:
        this.#expression(digest, a);
        this.#list(digest, b, c);
        return;
      case Op.tuple:
        this.#list(digest, a, b);
        return;
      case Op.functionType:
        this.#list(digest, a, b);
        this.#expression(digest, c);
        return;
      case Op.symbol:
        if (a >= 0) this.#symbol(digest, a);
        return;
      case Op.object:
        this.#scope(digest, a);
        return;
      case Op.self:
      case Op.super:
      case Op.selfType:
        this.#owner(digest, a);
        return;
      case Op.callback:
        this.#expression(digest, b);
        digest.number(c);
        return;
      case Op.pick:
      case Op.expected:
      case Op.parameterOf:
        this.#expression(digest, a);
        digest.number(b);
        return;
      default:
        if (text !== undefined) digest.text(file.text(file.expression(row, text)));
        else {
          this.#expression(digest, a);
          if (BINARY.has(op)) {
            this.#expression(digest, b);
          }
        }
    }
  }

  #list(digest: AnyDigest, first: number, count: number): void {
    digest.number(count);
    for (let i = 0; i < count; i++) this.#expression(digest, this.#file.list(first + i));
  }

  #owner(digest: AnyDigest, scope: number): void {
    const symbol = scope < 0 ? -1 : this.#file.scope(scope, Scope.SYMBOL);
    if (symbol > 0) digest.text(this.#file.nameOf(symbol));
    else digest.number(symbol);
  }

  /** Members of an object or type literal. */
  #scope(digest: AnyDigest, scope: number): void {
    const file = this.#file;
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.SCOPE) !== scope) continue;
      digest.text(file.text(file.binding(row, Binding.NAME)));
      this.#held(digest, row);
    }
  }

  /** A name seen from a scope: variables of functions are followed, all else counts by name. */
  #nameFrom(digest: AnyDigest, name: number, from: number, offset: number): void {
    const file = this.#file;
    digest.text(file.text(name));
    const id = file.nameIds[name]!;
    for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
      const first = file.firstBinding(scope, id);
      if (first < 0) continue;
      const followed = this.#isInFunction(scope);
      let before = 0;
      for (let row = first; row >= 0; row = file.nextBinding(row)) {
        if (file.binding(row, Binding.OFFSET) <= offset) before++;
        if (followed) this.#held(digest, row);
      }
      digest.number(before);
      return;
    }
  }

  #held(digest: AnyDigest, row: number): void {
    const file = this.#file;
    digest.number(file.binding(row, Binding.KIND));
    digest.number(file.binding(row, Binding.INDEX));
    this.#expression(digest, file.binding(row, Binding.TYPE));
    this.#expression(digest, file.binding(row, Binding.VALUE));
    const symbol = file.binding(row, Binding.SYMBOL);
    if (symbol > 0 && this.#depth < DEEPEST) {
      this.#depth += 10;
      this.#symbol(digest, symbol);
      this.#depth -= 10;
    }
  }
}

/** Whether a member runs without being named. */
export function runsUnnamed(file: ProjectFile, symbol: number): boolean {
  const name = file.nameOf(symbol);
  return file.symbol(symbol, Sym.KIND) === Kind.constructor || !/^[a-z]/i.test(name) ||
    IMPLICIT_MEMBERS.has(name);
}

/** Name of the type to which a reference gives a base apart from its definition, if it does. */
export function subjectOf(file: ProjectFile, row: number): string | undefined {
  let subject = file.reference(row, Ref.CALL);
  while (subject >= 0 && file.expression(subject, Expr.OP) === Op.apply) {
    subject = file.expression(subject, Expr.A);
  }
  const column = subject < 0 ? undefined : TEXT_OPS.get(file.expression(subject, Expr.OP));
  return column === undefined ? undefined : file.text(file.expression(subject, column));
}
