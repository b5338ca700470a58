/** What the rules know of Nix's grammar. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** Functions that are given a path and give what the file there says. */
const IMPORTERS = /^(?:import|scopedImport|callPackages?|callPackageWith|newScope|call[A-Z]\w*)$/;

/** Functions that give what they are given, made one with itself or with more. */
const TRANSPARENT =
  /^(?:makeScope[\w']*|makeExtensible\w*|fix'?|makeOverridable|recurseIntoAttrs|dontRecurseIntoAttrs|lib\.id|warn(?:If(?:Not)?)?|throwIf(?:Not)?|trace\w*|mkFlake|optionalAttrs|seq|deepSeq)$/;
/** Names, in the set that these are given, of what they give: a function (`makeScope…`), a flake's outputs. */
const GIVES = /^(?:f|flake)$/;

/** Node types and fields, and reading of nodes. */
export class NixNodes {
  readonly F;
  readonly K;
  /** Nodes that mean what they hold in a field, as far as names go. */
  readonly #through: ReadonlyMap<number, readonly number[]>;

  constructor(g: Grammar) {
    this.F = {
      attr: g.field("attr"),
      attrpath: g.field("attrpath"),
      attrs: g.field("attrs"),
      argument: g.field("argument"),
      body: g.field("body"),
      environment: g.field("environment"),
      expression: g.field("expression"),
      formals: g.field("formals"),
      function: g.field("function"),
      left: g.field("left"),
      name: g.field("name"),
      right: g.field("right"),
      universal: g.field("universal"),
      consequence: g.field("consequence"),
      alternative: g.field("alternative"),
    };
    this.K = {
      apply: g.kind("apply_expression"),
      attrset: g.kind("attrset_expression"),
      binding: g.kind("binding"),
      bindingSet: g.kind("binding_set"),
      formal: g.kind("formal"),
      function: g.kind("function_expression"),
      identifier: g.kind("identifier"),
      inherit: g.kind("inherit"),
      inheritFrom: g.kind("inherit_from"),
      let: g.kind("let_expression"),
      parenthesized: g.kind("parenthesized_expression"),
      path: g.kind("path_expression"),
      pathFragment: g.kind("path_fragment"),
      rec: g.kind("rec_attrset_expression"),
      searchPath: g.kind("spath_expression"),
      select: g.kind("select_expression"),
      source: g.kind("source_code"),
      string: g.kind("string_expression"),
      stringFragment: g.kind("string_fragment"),
      variable: g.kind("variable_expression"),
      with: g.kind("with_expression"),
    };
    const { F, K } = this;
    this.#through = new Map([
      [K.function, [F.body]],
      [K.let, [F.body]],
      [K.with, [F.body]],
      [g.kind("assert_expression"), [F.body]],
      [K.parenthesized, [F.expression]],
      [g.kind("binary_expression"), [F.left, F.right]],
      [g.kind("if_expression"), [F.consequence, F.alternative]],
    ]);
  }

  /** Whether what a node says is, or is part of, what the node around it says. */
  isResultOf(x: Extraction, node: NodeIndex, around: NodeIndex): boolean {
    if (x.tree.kinds[around] === this.K.apply) {
      return x.tree.fields[node] === this.F.argument && this.isTransparent(x, around);
    }
    return this.#through.get(x.tree.kinds[around]!)?.includes(x.tree.fields[node]!) === true;
  }

  /** Whether an application gives the last of its arguments, as far as names go. */
  isTransparent(x: Extraction, node: NodeIndex): boolean {
    if (node === NONE || x.tree.kinds[node] !== this.K.apply) return false;
    const name = this.lastName(x, this.application(x, node).callee);
    return name !== NONE && TRANSPARENT.test(x.textOf(name));
  }

  /** What an application gives that gives one of its arguments; -1 for others. */
  givenThrough(x: Extraction, node: NodeIndex): NodeIndex {
    if (!this.isTransparent(x, node)) return NONE;
    const last = this.bare(x, this.application(x, node).args.at(-1) ?? NONE);
    if (last === NONE || x.tree.kinds[last] !== this.K.attrset) return last;
    const set = x.tree.childOfKind(last, this.K.bindingSet);
    let found = last;
    for (
      let at = set === NONE ? NONE : x.tree.firstChild(set);
      at !== NONE;
      at = x.tree.nextSibling(at)
    ) {
      const path = x.tree.kinds[at] === this.K.binding ? x.tree.child(at, this.F.attrpath) : NONE;
      if (path === NONE || !GIVES.test(x.textOf(path))) continue;
      found = x.tree.child(at, this.F.expression);
    }
    return found;
  }

  /** Path of the file to which a set is given, as an argument of what reads the file. */
  givenTo(x: Extraction, set: NodeIndex): string | undefined {
    let at = set;
    while (x.tree.kinds[x.tree.parents[at]!] === this.K.parenthesized) at = x.tree.parents[at]!;
    if (x.tree.fields[at] !== this.F.argument) return undefined;
    let application = x.tree.parents[at]!;
    for (
      let around = x.tree.parents[application]!;
      around !== NONE && x.tree.kinds[around] === this.K.apply &&
      x.tree.fields[application] === this.F.function;
      around = x.tree.parents[application]!
    ) {
      application = around;
    }
    return this.importedPath(x, this.application(x, application));
  }

  /** What is in parentheses. */
  bare(x: Extraction, node: NodeIndex): NodeIndex {
    let at = node;
    while (at !== NONE && x.tree.kinds[at] === this.K.parenthesized) {
      at = x.tree.child(at, this.F.expression);
    }
    return at;
  }

  /** Names of a path of attributes; undefined when one of them is worked out. */
  names(
    x: Extraction,
    attrpath: NodeIndex,
  ): { readonly text: string; readonly node: NodeIndex }[] | undefined {
    const found: { text: string; node: NodeIndex }[] = [];
    for (let at = x.tree.firstChild(attrpath); at !== NONE; at = x.tree.nextSibling(at)) {
      if (x.tree.fields[at] !== this.F.attr) continue;
      const text = this.nameOf(x, at);
      if (text === undefined) return undefined;
      found.push({ text, node: at });
    }
    return found.length === 0 ? undefined : found;
  }

  /** Name that an attribute is; undefined when it is worked out. */
  nameOf(x: Extraction, node: NodeIndex): string | undefined {
    if (x.tree.kinds[node] === this.K.identifier) return x.textOf(node);
    return /^"([^"$\\]*)"$/.exec(x.textOf(node))?.[1];
  }

  /** What an application calls, and all that it is given. */
  application(
    x: Extraction,
    node: NodeIndex,
  ): { readonly callee: NodeIndex; readonly args: NodeIndex[] } {
    const args: NodeIndex[] = [];
    let callee = node;
    while (callee !== NONE && x.tree.kinds[callee] === this.K.apply) {
      args.unshift(x.tree.child(callee, this.F.argument));
      callee = x.tree.child(callee, this.F.function);
    }
    return { callee, args };
  }

  /** Last name of a variable or of what is selected; -1 when it has none. */
  lastName(x: Extraction, node: NodeIndex): NodeIndex {
    if (node === NONE) return NONE;
    if (x.tree.kinds[node] === this.K.variable) return x.tree.child(node, this.F.name);
    if (x.tree.kinds[node] !== this.K.select) return NONE;
    const path = x.tree.child(node, this.F.attrpath);
    return path === NONE ? NONE : this.names(x, path)?.at(-1)?.node ?? NONE;
  }

  /** Path of the file that an application reads; undefined when it reads none. */
  importedPath(
    x: Extraction,
    { callee, args }: { callee: NodeIndex; args: readonly NodeIndex[] },
  ): string | undefined {
    const name = this.lastName(x, callee);
    if (name === NONE || !IMPORTERS.test(x.textOf(name))) return undefined;
    for (const one of args) {
      const bare = this.bare(x, one);
      const path = bare === NONE ? undefined : this.pathOf(x, bare);
      if (path !== undefined) return path;
    }
    return undefined;
  }

  /** `./x.nix`, `<nixpkgs>`; undefined when parts of it are worked out. */
  pathOf(x: Extraction, node: NodeIndex): string | undefined {
    const kind = x.tree.kinds[node];
    if (kind !== this.K.path && kind !== this.K.searchPath) return undefined;
    const text = x.textOf(node);
    return text.includes("$") ? undefined : text;
  }
}
