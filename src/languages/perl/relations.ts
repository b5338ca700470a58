/** Second pass: what a package has to do with others: imports, exports, bases. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind, RefKind, ScopeKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { ACCESSOR_BASES, ATTRIBUTE_MODULES, PRAGMAS, ROLE_MODULES } from "../perl_builtins.ts";
import type { Attributes } from "./attributes.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState, PackageState } from "./file_state.ts";
import { importedNames, setsBases } from "./imported_names.ts";
import type { Syntax } from "./syntax.ts";

/** Arrays and hashes by which `Exporter` offers names, with the tag under which the rows are kept. */
const EXPORT_LISTS: ReadonlyMap<string, string> = new Map([
  ["EXPORT", ":DEFAULT"],
  ["EXPORT_OK", ":OK"],
]);

/** A name in the package of whoever uses a module: `*{"${caller}::name"}`, `*{$caller . "::name"}`. */
const GIVEN_TO_CALLER =
  /^\*\{\s*(?:"\$\{?\w+\}?(?:\\)?::(\w+)"|\$\w+\s*\.\s*["']::(\w+)["'])\s*\}$/;
/** Options by which `Moose::Exporter` takes the names that it exports. */
const EXPORTER_OPTIONS: ReadonlySet<string> = new Set(["with_meta", "with_caller", "as_is"]);

/** Records the relations of packages. */
export class Relations {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
    readonly attributes: Attributes,
  ) {}

  // ── inheritance and exports ─────────────────────────────────────────────────────────────────

  /** Bases and roles of `class A :isa(B) :does(C);`. */
  declaredClass(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const owner = this.state.package(x);
    const list = x.tree.child(node, F.attributes);
    if (owner === undefined || list === NONE) return;
    const end = x.tree.nexts[list]!;
    for (let child = list + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] !== K.attribute) continue;
      const how = x.textOf(x.tree.child(child, F.name));
      if (how !== "isa" && how !== "does") continue;
      const value = x.tree.child(child, F.value);
      const name = value === NONE ? "" : x.textOf(value).replace(/\s.*$/s, "");
      const word = { text: name, offset: x.tree.starts[value]!, node: value };
      const kind = how === "isa" ? RefKind.inherit : RefKind.implement;
      this.attributes.inheritFrom(x, owner, word, kind);
    }
  }

  /** `push @ISA, …`, `push @EXPORT_OK, …`. */
  pushed(x: Extraction, args: NodeIndex): void {
    const [list, ...items] = this.s.elements(x, args);
    if (list === undefined || x.tree.kinds[list] !== this.s.K.array) return;
    for (const item of items) this.assignedList(x, list, item);
  }

  /** `@ISA = …`, `@EXPORT = …`, `%EXPORT_TAGS = …`. */
  assignedList(x: Extraction, listed: NodeIndex, right: NodeIndex): void {
    const { K } = this.s;
    const kind = x.tree.kinds[listed];
    if (kind !== K.array && kind !== K.hash) return;
    const full = this.s.variable(x, listed, "");
    const split = full.lastIndexOf("::");
    const owner = split < 0 ? this.state.package(x) : this.state.packages.get(full.slice(0, split));
    const name = full.slice(split < 0 ? 0 : split + 2);
    if (owner === undefined) return;
    if (name === "ISA") this.#inheritAll(x, owner, right);
    else if (name === "EXPORT_TAGS") this.#exportTags(x, owner, right);
    else {
      const tag = EXPORT_LISTS.get(name);
      if (tag !== undefined) this.#export(x, owner, tag, right);
    }
  }

  #inheritAll(x: Extraction, owner: PackageState, list: NodeIndex): void {
    for (const word of this.s.words(x, list)) {
      owner.hasContent = true;
      if (word.text === "Exporter") owner.exports = true;
      else if (word.text !== "DynaLoader") owner.isClass = true;
      this.attributes.inheritFrom(x, owner, word);
    }
  }

  #exportTags(x: Extraction, owner: PackageState, list: NodeIndex): void {
    const elements = this.s.elements(x, list);
    for (let i = 0; i + 1 < elements.length; i += 2) {
      const tag = this.s.string(x, elements[i]!);
      if (tag !== undefined) this.#export(x, owner, `:${tag.text}`, elements[i + 1]!);
    }
  }

  #export(x: Extraction, owner: PackageState, tag: string, list: NodeIndex): void {
    owner.exports = true;
    const words = this.s.words(
      x,
      list,
      (other) => this.#offer(x, owner, tag, "*", x.tree.starts[other]!),
    );
    for (const { text, offset } of words) {
      this.#offer(x, owner, tag, text.replace(/^&/, ""), offset);
    }
  }

  #offer(x: Extraction, owner: PackageState, tag: string, name: string, offset: number): void {
    x.facts.export(name, {
      expression: x.nameExpression(name, offset, owner.scope),
      imported: tag,
      line: x.lineAt(offset),
    });
  }

  /** `*{"${caller}::name"} = \&name` in `import`: what an exporter of one's own gives to its users. */
  givenToCaller(x: Extraction, glob: NodeIndex): void {
    const owner = this.state.package(x);
    const [, quoted, joined] = GIVEN_TO_CALLER.exec(x.textOf(glob).slice(0, 120)) ?? [];
    const name = quoted ?? joined;
    if (owner === undefined || name === undefined || !this.#isInImport(x)) return;
    for (const tag of [":DEFAULT", ":OK"]) {
      this.#offer(x, owner, tag, name, x.tree.starts[glob]!);
    }
  }

  #isInImport(x: Extraction): boolean {
    const symbol = x.symbolOfScope(x.enclosing(ScopeKind.function));
    if (symbol < 0) return false;
    return x.facts.textAt(x.facts.tables.symbols.get(symbol, Sym.NAME)) === "import";
  }

  /** `Moose::Exporter->setup_import_methods(with_meta => […], as_is => […])`. */
  exportMethods(x: Extraction, args: NodeIndex): void {
    const owner = this.state.package(x);
    const elements = this.s.elements(x, args);
    for (let i = 0; owner !== undefined && i + 1 < elements.length; i += 2) {
      const option = this.s.string(x, elements[i]!)?.text ?? "";
      if (!EXPORTER_OPTIONS.has(option)) continue;
      this.#export(x, owner, ":DEFAULT", elements[i + 1]!);
      this.#export(x, owner, ":OK", elements[i + 1]!);
    }
  }

  /** `__PACKAGE__->load_components('A', '+Full::Name')`: DBIx::Class adds these as bases. */
  components(x: Extraction, args: NodeIndex): void {
    const owner = this.state.package(x);
    if (owner === undefined) return;
    for (const word of this.s.words(x, args)) {
      const isFull = word.text.startsWith("+");
      const text = isFull ? word.text.slice(1) : `DBIx::Class::${word.text}`;
      const offset = word.offset + word.text.length - text.length;
      this.attributes.inheritFrom(x, owner, { ...word, text, offset });
    }
  }

  // ── imports ─────────────────────────────────────────────────────────────────────────────────

  /** `use Module …;`. */
  use(x: Extraction, node: NodeIndex): void {
    if (x.text.startsWith("no", x.tree.starts[node]!)) return;
    const moduleNode = x.tree.child(node, this.s.F.module);
    const module = x.textOf(moduleNode);
    const args = this.s.useArguments(x, node);
    if (moduleNode === NONE) return;
    if (module === "overload") this.#overloads(x, args);
    else if (module === "aliased") this.#alias(x, args);
    if (setsBases(this.s, x, module, args)) this.#useBase(x, module, moduleNode, args);
    else if (!PRAGMAS.has(module)) this.#useModule(x, module, moduleNode, args);
  }

  #useModule(x: Extraction, module: string, moduleNode: NodeIndex, args: NodeIndex): void {
    const scope = this.state.packageScope(x);
    const offset = x.tree.starts[moduleNode]!;
    const names = importedNames(this.s, x, module, ATTRIBUTE_MODULES.has(module) ? NONE : args);
    this.#import(x, module, names.all ? ImportKind.all : ImportKind.effect, offset);
    for (const tag of names.tags) this.#import(x, module, ImportKind.all, tag.offset, tag.text);
    for (const word of names.words) {
      const row = this.#import(x, module, ImportKind.name, word.offset, word.text);
      x.bind(scope, word.text, BindingKind.import, { index: row, offset: word.offset });
    }
    this.#madeBy(x, module, moduleNode);
  }

  /**
   * `use Moose` makes a class, and its base is outside. `use Moose::Role` makes a role: what its
   * methods may call on the object is known only where the role is taken in.
   */
  #madeBy(x: Extraction, module: string, moduleNode: NodeIndex): void {
    const owner = this.state.package(x);
    const isRole = ROLE_MODULES.has(module);
    const base = isRole ? module : ACCESSOR_BASES.get(module);
    if (owner === undefined || base === undefined) return;
    owner.isClass = owner.hasContent = true;
    const offset = x.tree.starts[moduleNode]!;
    x.referAt(
      isRole ? RefKind.implement : RefKind.inherit,
      base.slice(base.lastIndexOf(":") + 1),
      offset,
      isRole ? -1 : this.expressions.package(x, base, offset),
      { symbol: owner.symbol },
    );
  }

  #import(x: Extraction, module: string, kind: number, offset: number, name?: string): number {
    const line = x.lineAt(offset);
    return x.facts.import(module, kind, {
      scope: this.state.packageScope(x),
      line,
      column: x.columnAt(offset, line),
      ...(name === undefined ? {} : { name }),
    });
  }

  /** `use parent 'A', 'B'`, `use Mojo::Base 'A'`, `use Mojo::Base -base`. */
  #useBase(x: Extraction, module: string, moduleNode: NodeIndex, args: NodeIndex): void {
    const owner = this.state.package(x);
    const isPragma = PRAGMAS.has(module);
    const offset = x.tree.starts[moduleNode]!;
    if (!isPragma) this.#import(x, module, ImportKind.effect, offset);
    const flags = args === NONE ? [] : this.s.words(x, args).map((word) => word.text);
    const { bases } = importedNames(this.s, x, module, args);
    for (const base of bases) {
      if (!flags.includes("-norequire")) {
        this.#import(x, base.text, ImportKind.effect, base.offset);
      }
      if (owner === undefined) continue;
      owner.hasContent = true;
      if (base.text === "Exporter") owner.exports = true;
      else owner.isClass = true;
      this.attributes.inheritFrom(x, owner, base);
    }
    if (owner !== undefined && !isPragma && flags.includes("-base")) {
      owner.isClass = owner.hasContent = true;
      this.attributes.inheritFrom(x, owner, { text: module, offset, node: moduleNode });
    }
  }

  /** Methods named as strings: `use overload '""' => 'to_string'`. */
  #overloads(x: Extraction, args: NodeIndex): void {
    const elements = this.s.elements(x, args);
    for (let i = 1; i < elements.length; i += 2) {
      const word = this.s.string(x, elements[i]!);
      if (word === undefined || !/^[A-Za-z_]\w*$/.test(word.text)) continue;
      const member = x.memberExpression(this.expressions.self(x), word.text);
      x.referAt(RefKind.value, word.text, word.offset, member);
    }
  }

  /** `use aliased 'A::B::C'` lets `C` stand for the class. */
  #alias(x: Extraction, args: NodeIndex): void {
    const [module, alias] = this.s.words(x, args);
    if (module === undefined) return;
    this.#import(x, module.text, ImportKind.effect, module.offset);
    const name = alias?.text ?? module.text.slice(module.text.lastIndexOf(":") + 1);
    x.bind(0, `${name}::`, BindingKind.variable, {
      value: this.expressions.package(x, module.text, module.offset),
      offset: module.offset,
    });
  }

  /** `require Module;`, `require "file.pl";`. */
  require(x: Extraction, node: NodeIndex): void {
    const of = x.tree.namedChild(node);
    if (of === NONE) return;
    if (x.tree.kinds[of] === this.s.K.bareword) {
      this.#import(x, x.textOf(of), ImportKind.effect, x.tree.starts[of]!);
    } else this.include(x, of);
  }

  /** `require "file.pl"`, `do "file.pl"`. */
  include(x: Extraction, of: NodeIndex): void {
    const word = this.s.string(x, of);
    if (word === undefined || !/\.\w+$/.test(word.text)) return;
    this.#import(x, word.text, ImportKind.include, word.offset);
  }
}
