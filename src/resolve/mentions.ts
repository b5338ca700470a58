/**
 * What in a file goes through one of some names: by naming it, or by way of the variables, functions
 * and literals inside the file's own functions, which no other file can name. A name that other files
 * can reach is not followed: whether it means something else is asked for each such name by itself.
 *
 * One pass over the tables, repeated until nothing is added; more is found than is there rather than
 * less, since each local name counts wherever it stands.
 */
import {
  Binding,
  BindingKind,
  Export,
  Expr,
  Flag,
  Import,
  ImportKind,
  Op,
  Ref,
  RefKind,
  Scope,
  ScopeKind,
  Sym,
} from "../extract/facts.ts";
import { filledIn } from "./filled_in.ts";
import type { Project, ProjectFile } from "./project.ts";
import { append } from "./multimap.ts";

/** After so many passes that each found more, all of a file counts. */
const MOST_PASSES = 12;

/** Names up to which a list is searched for each: that is quicker than looking at each of the list. */
const FEW_NAMES = 6;

/** What is known of a specifier. */
const UNSEEN = 0;
const UNMARKED = 1;
const MARKED = 2;

/**
 * Names made of that of a generic function, a dot and a class: what such a function is a method of
 * depends on each name that its own begins with.
 */
export class MethodNames {
  readonly #byBeginning = new Map<string, number[]>();

  constructor({ names }: Project) {
    for (const [id, name] of names.entries()) {
      for (let dot = name.indexOf(".", 1); dot > 0; dot = name.indexOf(".", dot + 1)) {
        const beginning = name.slice(0, dot);
        append(this.#byBeginning, beginning, id);
      }
    }
  }

  /** Numbers (global) of the names that begin so. */
  of(beginning: string): readonly number[] {
    return this.#byBeginning.get(beginning) ?? [];
  }
}

/** Names, and parts of paths by which imports name files. */
export class MarkedNames {
  readonly #texts = new Set<string>();
  /** Specifiers that mean another file, whatever they are made of. */
  readonly #whole = new Set<string>();
  /** Specifiers that were looked at: most files import the same few modules. */
  readonly #specifiers = new Map<string, boolean>();
  /** The same by the (global) number of a specifier's text. */
  readonly #specifierIds: Uint8Array;
  readonly #ids: Uint8Array;
  /** The same numbers, one after the other. */
  readonly #list: number[] = [];
  readonly #project: Project;
  readonly #methods: MethodNames | undefined;

  /**
   * @param project whose names may be marked
   * @param methods names that are marked with those that they begin with
   */
  constructor(project: Project, methods?: MethodNames) {
    this.#project = project;
    this.#methods = methods;
    this.#ids = new Uint8Array(project.names.length);
    this.#specifierIds = new Uint8Array(project.names.length);
  }

  get size(): number {
    return this.#texts.size + this.#whole.size;
  }

  /** The names. */
  get names(): readonly string[] {
    return [...this.#texts];
  }

  /** Marks a name. @returns whether it was not marked before */
  add(text: string): boolean {
    if (this.#texts.has(text)) return false;
    this.#texts.add(text);
    this.#forgetSpecifiers();
    const id = this.#project.nameId(text);
    const methods = this.#methods?.of(text) ?? [];
    for (const one of id >= 0 ? [id, ...methods] : methods) {
      this.#ids[one] = 1;
      this.#list.push(one);
    }
    return true;
  }

  /** Marks a specifier as a whole. @returns whether it was not marked before */
  addSpecifier(specifier: string): boolean {
    if (this.#whole.has(specifier)) return false;
    this.#whole.add(specifier);
    this.#forgetSpecifiers();
    return true;
  }

  #forgetSpecifiers(): void {
    this.#specifiers.clear();
    this.#specifierIds.fill(UNSEEN);
  }

  has(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Whether the name of a (global) number is marked. */
  hasId(id: number): boolean {
    return this.#ids[id] === 1;
  }

  /** Whether a file has any of the names, or imports anything by one. */
  isIn(file: ProjectFile): boolean {
    const { nameIds } = file;
    if (this.#list.length <= FEW_NAMES) {
      for (const id of this.#list) if (nameIds.includes(id)) return true;
    } else {
      const ids = this.#ids;
      for (let i = 0; i < nameIds.length; i++) if (ids[nameIds[i]!] === 1) return true;
    }
    const imports = file.table("imports");
    const specifiers = this.#specifierIds;
    for (let at = Import.SPECIFIER; at < imports.length; at += Import.STRIDE) {
      const id = nameIds[imports[at]!]!;
      if (specifiers[id] === UNSEEN) {
        specifiers[id] = this.namesPartOf(this.#project.name(id)) ? MARKED : UNMARKED;
      }
      if (specifiers[id] === MARKED) return true;
    }
    return false;
  }

  /** Whether a specifier, or a part of it, is marked. */
  namesPartOf(specifier: string): boolean {
    let known = this.#specifiers.get(specifier);
    if (known === undefined) {
      known = this.#whole.has(specifier) ||
        specifierParts(specifier).some((part) => this.#texts.has(part));
      this.#specifiers.set(specifier, known);
    }
    return known;
  }
}

/** What in one file goes through marked names. A byte a row: 1 where it does. */
export class Mentions {
  readonly expressions: Uint8Array;
  readonly symbols: Uint8Array;
  readonly bindings: Uint8Array;
  readonly imports: Uint8Array;
  readonly exports: Uint8Array;
  /** Object literals by their scope, and whatever else a scope holds. */
  readonly scopes: Uint8Array;
  /** Whether names may come in from other files in another way than before. */
  readonly isOpen: boolean;
  readonly #file: ProjectFile;
  readonly #marked: MarkedNames;
  readonly #throughClasses: boolean;
  /** By local string index: names that only this file's functions know. */
  readonly #local: Uint8Array;
  readonly #inFunction: Uint8Array;
  #isMore = false;

  /**
   * @param throughClasses whether names inside a class may mean members, also inherited ones
   * @param isOpen whether names come in in another way whatever is marked
   */
  constructor(
    file: ProjectFile,
    marked: MarkedNames,
    throughClasses: boolean,
    isOpen = false,
  ) {
    this.#file = file;
    this.#marked = marked;
    this.#throughClasses = throughClasses;
    this.expressions = new Uint8Array(file.count("expressions"));
    this.symbols = new Uint8Array(file.count("symbols"));
    this.bindings = new Uint8Array(file.count("bindings"));
    this.imports = new Uint8Array(file.count("imports"));
    this.exports = new Uint8Array(file.count("exports"));
    this.scopes = new Uint8Array(file.count("scopes"));
    this.#local = new Uint8Array(file.nameIds.length);
    this.#inFunction = insideFunctions(file);
    this.isOpen = this.#readImports() || isOpen;
    if (this.isOpen) this.#touchAll();
    else this.#spread();
  }

  /** Whether what a reference means may have changed. */
  touchesReference(row: number): boolean {
    const file = this.#file;
    const expression = file.reference(row, Ref.EXPR);
    const call = file.reference(row, Ref.CALL);
    return this.#isMarked(file.reference(row, Ref.NAME)) ||
      expression >= 0 && this.expressions[expression] === 1 ||
      call >= 0 && this.expressions[call] === 1;
  }

  /** Whether what a method overrides may have changed, or what else no reference says of a symbol. */
  touchesSymbol(row: number): boolean {
    const container = this.#file.symbol(row, Sym.CONTAINER);
    const qualifier = this.#file.symbol(row, Sym.QUALIFIER);
    return this.isOpen || this.#isNameMarked(row) ||
      container > 0 && this.#isNameMarked(container) ||
      qualifier >= 0 && this.#namesPart(this.#file.text(qualifier));
  }

  /** Whether a scope lies in a function, so that no other file can name what it holds. */
  isInFunction(scope: number): boolean {
    return this.#inFunction[scope] === 1;
  }

  #readImports(): boolean {
    const file = this.#file;
    const table = file.table("imports");
    let isOpen = false;
    for (let row = 0; row < this.imports.length; row++) {
      const at = row * Import.STRIDE;
      const name = table[at + Import.NAME]!;
      const isTouched = name >= 0 && this.#isMarked(name) ||
        this.#marked.namesPartOf(file.text(table[at + Import.SPECIFIER]!));
      if (!isTouched) continue;
      this.imports[row] = 1;
      const kind = table[at + Import.KIND];
      isOpen ||= kind === ImportKind.all || kind === ImportKind.include;
    }
    return isOpen;
  }

  #touchAll(): void {
    const { expressions, symbols, bindings, imports, exports, scopes } = this;
    for (const bytes of [expressions, symbols, bindings, imports, exports, scopes]) bytes.fill(1);
  }

  #spread(): void {
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      this.#isMore = false;
      this.#spreadExpressions();
      this.#spreadBindings();
      this.#spreadSymbols();
      this.#spreadReferences();
      if (!this.#isMore) return this.#readExports();
    }
    this.#touchAll();
  }

  #isMarked(text: number): boolean {
    return this.#marked.hasId(this.#file.nameIds[text]!) || this.#local[text] === 1;
  }

  #touch(bytes: Uint8Array, row: number): void {
    if (row < 0 || bytes[row] === 1) return;
    bytes[row] = 1;
    this.#isMore = true;
  }

  #has(expression: number): boolean {
    return expression >= 0 && this.expressions[expression] === 1;
  }

  #spreadExpressions(): void {
    for (let row = 0; row < this.expressions.length; row++) {
      if (this.expressions[row] === 0 && this.#isExpressionTouched(row)) {
        this.#touch(this.expressions, row);
      }
    }
  }

  #isExpressionTouched(row: number): boolean {
    const file = this.#file;
    const a = file.expression(row, Expr.A);
    const b = file.expression(row, Expr.B);
    const c = file.expression(row, Expr.C);
    switch (file.expression(row, Expr.OP)) {
      case Op.name:
        return this.#isMarked(a) || this.#throughClasses && this.#isClassTouched(b);
      case Op.member:
        return this.#isMarked(b) || this.#has(a);
      case Op.call:
      case Op.construct:
      case Op.apply:
        return this.#has(a) || this.#hasInList(b, c);
      case Op.index:
      case Op.either:
      case Op.both:
      case Op.lookup:
      case Op.without:
        return this.#has(a) || this.#has(b);
      case Op.literal:
      case Op.external:
        return this.#isMarked(a);
      case Op.self:
      case Op.super:
      case Op.selfType:
        return this.#isOwnerTouched(a);
      case Op.symbol:
        return a >= 0 && (this.symbols[a] === 1 && this.#isHidden(a) || this.#isNameMarked(a));
      case Op.object:
        return a >= 0 && this.scopes[a] === 1;
      case Op.module:
        return this.#marked.namesPartOf(file.text(a));
      case Op.tuple:
        return this.#hasInList(a, b);
      case Op.functionType:
        return this.#hasInList(a, b) || this.#has(c);
      case Op.callback:
        return this.#has(b);
      case Op.keyword:
        return this.#isMarked(a) || this.#has(b);
      case Op.text:
        return this.#has(b) || filledIn(file, row).some((part) => this.#has(part));
      case Op.dispatch:
        return this.#isMarked(b) || this.#has(a) || this.#has(c);
      default:
        return this.#has(a);
    }
  }

  #hasInList(first: number, count: number): boolean {
    for (let i = 0; i < count; i++) if (this.#has(this.#file.list(first + i))) return true;
    return false;
  }

  #isNameMarked(symbol: number): boolean {
    return this.#isMarked(this.#file.symbol(symbol, Sym.NAME));
  }

  /** The instance that a scope sees is one of the class, or of the type that the function is for. */
  #isOwnerTouched(scope: number): boolean {
    const symbol = scope < 0 ? -1 : this.#file.scope(scope, Scope.SYMBOL);
    if (symbol >= 0) return this.#isNameMarked(symbol);
    return scope >= 0 && this.scopes[scope] === 1;
  }

  /** Whether a class around a scope, or one that a function around it is for, is touched. */
  #isClassTouched(from: number): boolean {
    const file = this.#file;
    for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
      const symbol = file.scope(scope, Scope.SYMBOL);
      if (symbol >= 0 && this.#isNameMarked(symbol)) return true;
    }
    return false;
  }

  #isHidden(symbol: number): boolean {
    return (this.#file.symbol(symbol, Sym.FLAGS) & (Flag.local | Flag.anonymous)) !== 0;
  }

  #spreadBindings(): void {
    const file = this.#file;
    for (let row = 0; row < this.bindings.length; row++) {
      if (this.bindings[row] === 0) {
        const symbol = file.binding(row, Binding.SYMBOL);
        const isImport = file.binding(row, Binding.KIND) === BindingKind.import;
        const index = file.binding(row, Binding.INDEX);
        const isTouched = this.#has(file.binding(row, Binding.TYPE)) ||
          this.#has(file.binding(row, Binding.VALUE)) ||
          symbol > 0 && this.symbols[symbol] === 1 ||
          isImport && index >= 0 && this.imports[index] === 1;
        if (!isTouched) continue;
        this.#touch(this.bindings, row);
      }
      const scope = file.binding(row, Binding.SCOPE);
      if (file.scope(scope, Scope.KIND) === ScopeKind.object) this.#touch(this.scopes, scope);
      if (this.#inFunction[scope] === 1) this.#touch(this.#local, file.binding(row, Binding.NAME));
    }
  }

  #spreadSymbols(): void {
    const file = this.#file;
    for (let row = 1; row < this.symbols.length; row++) {
      if (this.symbols[row] === 0) {
        if (!this.#isSymbolTouched(row)) continue;
        this.#touch(this.symbols, row);
      }
      if (this.#isHidden(row)) this.#touch(this.#local, file.symbol(row, Sym.NAME));
    }
  }

  #isSymbolTouched(row: number): boolean {
    const file = this.#file;
    if (this.#has(file.symbol(row, Sym.TYPE)) || this.#has(file.symbol(row, Sym.VALUE))) {
      return true;
    }
    const qualifier = file.symbol(row, Sym.QUALIFIER);
    if (qualifier >= 0 && this.#namesPart(file.text(qualifier))) return true;
    const scope = file.symbol(row, Sym.SCOPE);
    if (scope < 0) return false;
    return [...file.parameters(scope), ...file.typeParameters(scope)].some((binding) =>
      binding !== undefined &&
      (this.#has(file.binding(binding, Binding.TYPE)) ||
        this.#has(file.binding(binding, Binding.VALUE)))
    );
  }

  #namesPart(qualifier: string): boolean {
    return this.#marked.has(qualifier) || this.#marked.namesPartOf(qualifier);
  }

  /** A type goes through its bases. */
  #spreadReferences(): void {
    const file = this.#file;
    const count = file.count("references");
    for (let row = 0; row < count; row++) {
      const kind = file.reference(row, Ref.KIND);
      if (kind !== RefKind.inherit && kind !== RefKind.implement) continue;
      if (this.#has(file.reference(row, Ref.EXPR))) {
        this.#touch(this.symbols, file.reference(row, Ref.SYMBOL));
      }
    }
  }

  #readExports(): void {
    const file = this.#file;
    const table = file.table("exports");
    for (let row = 0; row < this.exports.length; row++) {
      const at = row * Export.STRIDE;
      const specifier = table[at + Export.SPECIFIER]!;
      const imported = table[at + Export.IMPORTED]!;
      const isTouched = this.#has(table[at + Export.EXPR]!) ||
        imported >= 0 && this.#isMarked(imported) ||
        specifier >= 0 && this.#marked.namesPartOf(file.text(specifier));
      if (isTouched) this.exports[row] = 1;
    }
  }
}

/** Parts of a specifier that can name a file, a directory or a package. */
function specifierParts(specifier: string): string[] {
  return specifier.split(/[./\\:]+/).filter((part) => part !== "");
}

/** A byte a scope: 1 in functions. */
function insideFunctions(file: ProjectFile): Uint8Array {
  const inside = new Uint8Array(file.count("scopes"));
  for (let scope = 0; scope < inside.length; scope++) {
    const parent = file.scope(scope, Scope.PARENT);
    const isFunction = file.scope(scope, Scope.KIND) === ScopeKind.function;
    if (isFunction || parent >= 0 && inside[parent] === 1) inside[scope] = 1;
  }
  return inside;
}
