/** What the rules of one Perl file remember between nodes and passes. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Table } from "./dispatch_tables.ts";
import type { Word } from "./syntax.ts";

/** A package that the file declares, however many statements reopen it. */
export interface PackageState {
  readonly name: string;
  readonly symbol: number;
  readonly scope: number;
  /** Declared as a class, or shown to be one by what it does. */
  isClass: boolean;
  /** Its accessors give the object back when they set, as those of `Mojo::Base` do. */
  isFluent: boolean;
  /** Lists names for others to import. */
  exports: boolean;
  /** Has subs, attributes or bases at all. */
  hasContent: boolean;
}

/** A named sub, whose kind is known once its package is. */
export interface SubState {
  readonly symbol: number;
  readonly package: PackageState | undefined;
  readonly takesInvocant: boolean;
}

/** A sub that an assignment makes, which stands for its name unless a declaration does. */
export interface LateSub {
  readonly symbol: number;
  readonly name: string;
  readonly scope: number;
  readonly offset: number;
}

/** A sub that changes a method which another has defined. */
export interface Modifier {
  /** `around`, `override`, … */
  readonly how: string;
  /** The method. */
  readonly name: string;
}

/** State of the file in hand. Emptied when the walk meets the next file's root. */
export class FileState {
  readonly packages = new Map<string, PackageState>();
  readonly packageOfScope = new Map<number, PackageState>();
  readonly subs: SubState[] = [];
  /** Subs declared by name: the scope they stand in, and the name. */
  readonly declaredSubs = new Set<string>();
  /** Subs assigned to globs of the package in force. */
  readonly lateSubs: LateSub[] = [];
  /** Names that are surely functions here: subs, constants, imported names. */
  readonly functions = new Set<string>();
  /** Names that a `use` imports. */
  readonly imported = new Set<string>();
  /** Whether some `use` imports whatever its module exports by default, or under a tag. */
  hasDefaultImports = false;
  /** Symbols that anonymous subs give their bodies to: attributes, named variables, globs. */
  readonly subOwners = new Map<NodeIndex, number>();
  /** Anonymous subs that are called with the instance first. */
  readonly methodSubs = new Set<NodeIndex>();
  /** What anonymous subs change: `around name => sub {…}`. */
  readonly modifierOf = new Map<NodeIndex, Modifier>();
  /** The same by the scope of the sub. */
  readonly modifierOfScope = new Map<number, Modifier>();
  /** Attributes declared together: the others share the first one's default. */
  readonly attributeGroups: number[][] = [];
  /** Attributes by the offset of their name. */
  readonly attributeAt = new Map<number, number>();
  /** Arrays that are declared with literal words, by name. */
  readonly wordLists = new Map<string, readonly Word[]>();
  /** Variables that hold literal strings alone, by the scope that declares them. */
  readonly strings = new Map<number, Map<string, readonly string[]>>();
  /** Variables by the scope that declares them, with the value last given. */
  readonly variables = new Map<number, Map<string, number>>();
  /** Hashes that hold code, by the object scope that stands for each. */
  readonly tables = new Map<number, Table>();
  /** Those scopes by the list of keys and values. */
  readonly tableAt = new Map<NodeIndex, number>();
  /** Variables that were declared with a sub. */
  readonly subVariables = new Set<string>();
  /** Documentation blocks. */
  readonly pods: NodeIndex[] = [];

  /** Forgets the file before. */
  begin(): void {
    this.packages.clear();
    this.packageOfScope.clear();
    this.subs.length = 0;
    this.declaredSubs.clear();
    this.lateSubs.length = 0;
    this.functions.clear();
    this.imported.clear();
    this.hasDefaultImports = false;
    this.subOwners.clear();
    this.methodSubs.clear();
    this.modifierOf.clear();
    this.modifierOfScope.clear();
    this.attributeGroups.length = 0;
    this.attributeAt.clear();
    this.wordLists.clear();
    this.strings.clear();
    this.variables.clear();
    this.tables.clear();
    this.tableAt.clear();
    this.subVariables.clear();
    this.pods.length = 0;
  }

  /** Package in force; undefined for the unnamed `main` at the top of a file. */
  package(x: Extraction): PackageState | undefined {
    for (let scope = x.scope; scope > 0; scope = x.scopeParent(scope)) {
      const found = this.packageOfScope.get(scope);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Scope of the package in force, in which subs stand. */
  packageScope(x: Extraction): number {
    return this.package(x)?.scope ?? 0;
  }

  /** Scope of lexical variables in force: packages have none of their own. */
  lexicalScope(x: Extraction): number {
    let scope = x.scope;
    while (scope > 0 && this.packageOfScope.has(scope)) scope = x.scopeParent(scope);
    return scope;
  }

  /** Notes that a scope declares a variable. */
  declare(scope: number, name: string, value: number): void {
    let names = this.variables.get(scope);
    if (names === undefined) this.variables.set(scope, names = new Map());
    names.set(name, value);
  }

  /** Notes the strings that a variable may hold: none when it may hold something else too. */
  hold(scope: number, name: string, strings: readonly string[]): void {
    let names = this.strings.get(scope);
    if (names === undefined) this.strings.set(scope, names = new Map());
    names.set(name, strings);
  }

  /** Scope that declares a variable, seen from the scope in force; -1 if none does. */
  declaringScope(x: Extraction, name: string): number {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (this.variables.get(scope)?.has(name)) return scope;
    }
    return NONE;
  }
}
