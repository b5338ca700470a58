/** First pass: modules, methods, types, macros, tests, names of local variables. */
import type { Definition, Extraction } from "../../extract/extraction.ts";
import { Flag, Kind, Scope, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";
import type { Evaluated } from "./evaluated.ts";
import type { FileState } from "./file_state.ts";
import type { Nodes } from "./nodes.ts";
import type { Head, Heads } from "./heads.ts";
import type { Documentation } from "./documentation.ts";

const ANONYMOUS = "<function>";
/** Macros that are given an assignment after something else. */
const ASSIGNING_MACROS: ReadonlySet<string> = new Set(["doc", "everywhere", "eval"]);
/** Macros that make a test of a title and a block. */
const TEST_MACROS: ReadonlySet<string> = new Set(["testset", "testitem", "safetestset"]);

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly nodes: Nodes,
    readonly headReader: Heads,
    readonly documentation: Documentation,
    readonly evaluated: Evaluated,
  ) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      string_literal: (x, node) => this.documentation.noteDoc(x, node),
      prefixed_string_literal: (x, node) => this.documentation.noteDoc(x, node),
      module_definition: (x, node) => this.#defineModule(x, node),
      function_definition: (x, node) => this.#defineFunction(x, node),
      macro_definition: (x, node) => this.#defineMacro(x, node),
      assignment: (x, node) => this.#defineAssigned(x, node),
      compound_assignment_expression: (x, node) => {
        if (!this.state.isAtTop(x)) this.#noteTarget(x, x.tree.namedChild(node));
      },
      struct_definition: (x, node) => this.#defineStruct(x, node, Kind.struct, 0),
      abstract_definition: (x, node) => this.#defineStruct(x, node, Kind.class, Flag.abstract),
      primitive_definition: (x, node) => this.#defineStruct(x, node, Kind.struct, 0),
      typed_expression: (x, node) => this.#defineFields(x, node),
      identifier: (x, node) => this.#defineFields(x, node),
      macrocall_expression: (x, node) => this.#defineByMacro(x, node),
      argument_list: (x, node) => this.#noteParameters(x, node),
      binary_expression: (x, node) => {
        if (this.state.heads.has(node)) this.#noteNames(x, node);
      },
      arrow_function_expression: (x, node) => this.#openClosure(x, node),
      do_clause: (x, node) => this.#openClosure(x, node),
      for_statement: block,
      while_statement: block,
      let_statement: block,
      try_statement: block,
      comprehension_expression: block,
      catch_clause: (x, node) => this.#openCatch(x, node),
      for_binding: (x, node) => this.#noteLoop(x, node),
      let_binding: (x, node) => this.#noteLoop(x, node),
      local_statement: (x, node) => this.#noteLocal(x, node),
    };
  }

  #defineModule(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const symbol = x.define(node, {
      kind: Kind.module,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.namespace,
      bodyNode: x.tree.nextSibling(nameNode),
      doc: this.documentation.docOf(x, node, x.textOf(nameNode)),
      flags: Flag.exported,
      bindIn: "nowhere",
    });
    const scope = x.facts.tables.symbols.get(symbol, Sym.SCOPE);
    // What stands around a module is not seen inside it.
    x.facts.tables.scopes.set(scope, Scope.PARENT, NONE);
    this.state.roots.add(scope);
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const signature = tree.childOfKind(node, this.s.K.signature);
    const first = signature === NONE ? NONE : tree.namedChild(signature);
    if (first === NONE) return;
    if (tree.kinds[first] === this.s.K.identifier) {
      this.#defineGeneric(x, node, first);
      return;
    }
    const head = this.headReader.headOf(x, first);
    if (head !== undefined) this.#defineMethod(x, node, head, tree.nextSibling(signature));
  }

  /** `function name end`: a function without methods yet. */
  #defineGeneric(x: Extraction, node: NodeIndex, nameNode: NodeIndex): void {
    x.define(node, {
      kind: Kind.function,
      name: x.textOf(nameNode),
      nameNode,
      doc: this.documentation.docOf(x, node, x.textOf(nameNode)),
      flags: Flag.exported | Flag.declaration,
      ...this.#placed(x),
    });
  }

  /** Definitions at the top of a module are found through the module, which may span files. */
  #placed(x: Extraction): { bindIn?: "nowhere" } {
    return this.state.isAtTop(x) ? { bindIn: "nowhere" } : {};
  }

  #defineMethod(
    x: Extraction,
    node: NodeIndex,
    head: Head,
    bodyNode: NodeIndex,
  ): void {
    const { tree } = x;
    const inStruct = x.scopeKind() === ScopeKind.class;
    const names = this.#methodNames(x, head);
    const symbolName = names.at(-1);
    if (symbolName === undefined) return;
    const isAnonymous = symbolName === ANONYMOUS;
    const isAtTop = this.state.isAtTop(x) || this.evaluated.isInside(x, node);
    const qualifier = head.callable !== NONE
      ? x.textOf(this.nodes.typeName(x, head.callable))
      : head.owner !== NONE
      ? x.textOf(head.owner)
      : "";
    const nameNode = head.name !== NONE ? head.name : head.callable;
    const isConstructor = inStruct ||
      (qualifier === "" && !isAnonymous && this.state.globals.has(`type ${x.scope} ${symbolName}`));
    const definition: Definition = {
      kind: isConstructor ? Kind.constructor : head.callable !== NONE ? Kind.method : Kind.function,
      name: symbolName,
      ...(nameNode === NONE ? {} : { nameNode }),
      bodyNode: tree.kinds[bodyNode] === this.s.K.operator ? tree.nextSibling(bodyNode) : bodyNode,
      doc: isAnonymous ? "" : this.documentation.docOf(x, node, symbolName),
      flags: (isAnonymous ? Flag.anonymous : symbolName.startsWith("_") ? Flag.private : 0) |
        (qualifier === "" ? 0 : Flag.extension) |
        (isConstructor && head.isApplied ? Flag.applied : 0) |
        (isAtTop || inStruct ? 0 : Flag.local),
      ...(isAnonymous || qualifier !== "" || inStruct || isAtTop ? { bindIn: "nowhere" } : {}),
      ...(qualifier === "" ? {} : { qualifier }),
    };
    // Of the methods that one piece of code makes, the last has the body.
    const others = names.slice(0, -1).map((name) => x.define(node, { ...definition, name }));
    const symbol = x.define(node, {
      ...definition,
      scopeNode: node,
      scopeKind: ScopeKind.function,
    });
    if (others.length > 0) this.state.alike.set(symbol, others);
    if (head.object !== NONE) {
      this.state.note(x.facts.tables.symbols.get(symbol, Sym.SCOPE), x.textOf(head.object));
    }
  }

  /** The names of the methods that a head makes: one, but for code that is evaluated. */
  #methodNames(x: Extraction, head: Head): readonly string[] {
    if (head.callable !== NONE) return ["()"];
    if (head.name === NONE) return [ANONYMOUS];
    return x.tree.kinds[head.name] === this.s.K.interpolation
      ? this.evaluated.names(x, head.name)
      : [x.textOf(head.name)];
  }

  /** `f(x) = …`, `name = …`, `const NAME = …`. */
  #defineAssigned(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const left = tree.namedChild(node);
    if (left === NONE || this.#isInEnum(x, node)) return;
    const head = this.headReader.headOf(x, left);
    if (head !== undefined && (head.name !== NONE || head.callable !== NONE)) {
      this.#defineMethod(x, node, head, tree.nextSibling(left));
      return;
    }
    if (this.#isMacroOption(x, node)) return;
    if (x.scopeKind() === ScopeKind.class) this.#defineField(x, left);
    else if (this.state.isAtTop(x)) this.#defineGlobal(x, node, left);
    else this.#noteTarget(x, left);
  }

  /** `trainable = …` in `@layer Dense trainable = (weight,)`: beside other arguments it assigns nothing. */
  #isMacroOption(x: Extraction, node: NodeIndex): boolean {
    const parent = x.tree.parents[node]!;
    if (parent === NONE || x.tree.kinds[parent] !== this.s.K.macroArguments) return false;
    const macro = this.nodes.macroName(x, x.tree.parents[parent]!);
    return x.tree.namedChildCount(parent) > 1 && !ASSIGNING_MACROS.has(macro);
  }

  /** `green = 2` in `@enum Colour red green = 2`. */
  #isInEnum(x: Extraction, node: NodeIndex): boolean {
    const parent = x.tree.parents[node]!;
    return parent !== NONE && x.tree.kinds[parent] === this.s.K.macroArguments &&
      this.nodes.macroName(x, x.tree.parents[parent]!) === "enum";
  }

  #defineGlobal(x: Extraction, node: NodeIndex, left: NodeIndex): void {
    const isConst = x.tree.kinds[x.tree.parents[node]!] === this.s.K.constStatement;
    for (const target of this.nodes.targetsOf(x, left)) {
      const name = x.textOf(target);
      const key = `value ${x.scope} ${name}`;
      if (this.state.globals.has(key)) continue;
      this.state.globals.add(key);
      x.define(node, {
        kind: isConst ? Kind.constant : Kind.variable,
        name,
        nameNode: target,
        rangeNode: this.nodes.statementOf(x, node),
        doc: this.documentation.docOf(x, node, name),
        flags: Flag.exported,
        bindIn: "nowhere",
      });
    }
  }

  #noteTarget(x: Extraction, left: NodeIndex): void {
    for (const target of this.nodes.targetsOf(x, left)) {
      const name = x.textOf(target);
      if (!this.state.isLocal(x, name)) this.state.note(x.functionScope(), name);
    }
  }

  #defineStruct(x: Extraction, node: NodeIndex, kind: number, flags: number): void {
    const { tree } = x;
    const head = tree.childOfKind(node, this.s.K.typeHead);
    const nameNode = head === NONE ? NONE : this.nodes.typeName(x, tree.namedChild(head));
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    this.state.globals.add(`type ${x.scope} ${name}`);
    x.define(node, {
      kind,
      name,
      nameNode,
      rangeNode: this.nodes.statementOf(x, node),
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: tree.nextSibling(head),
      doc: this.documentation.docOf(x, node, name),
      flags: flags | Flag.exported,
      ...this.#placed(x),
    });
  }

  /** `x`, `x::T` and `x::T = default` in a struct. */
  #defineField(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.kinds[node] === this.s.K.identifier ? node : x.tree.namedChild(node);
    if (nameNode === NONE || x.tree.kinds[nameNode] !== this.s.K.identifier) return;
    x.define(node, {
      kind: Kind.field,
      name: x.textOf(nameNode),
      nameNode,
      doc: this.documentation.docOf(x, node, x.textOf(nameNode)),
    });
  }

  #defineFields(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    if (parent === NONE || x.tree.kinds[parent] !== this.s.K.structDefinition) return;
    if (x.scopeKind() === ScopeKind.class) this.#defineField(x, node);
  }

  #defineMacro(x: Extraction, node: NodeIndex): void {
    const signature = x.tree.childOfKind(node, this.s.K.signature);
    const head = signature === NONE
      ? undefined
      : this.headReader.headOf(x, x.tree.namedChild(signature));
    if (head === undefined || head.name === NONE) return;
    x.define(node, {
      kind: Kind.macro,
      name: `@${x.textOf(head.name)}`,
      nameNode: head.name,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: x.tree.nextSibling(signature),
      doc: this.documentation.docOf(x, node, `@${x.textOf(head.name)}`),
      flags: Flag.exported,
      ...this.#placed(x),
    });
  }

  /** `@testset "name" begin … end`, `@enum Colour red green`. */
  #defineByMacro(x: Extraction, node: NodeIndex): void {
    const name = this.nodes.macroName(x, node);
    const args = this.nodes.childrenOf(x, x.tree.childOfKind(node, this.s.K.macroArguments));
    if (TEST_MACROS.has(name)) {
      const title = args.find((arg) => x.tree.kinds[arg] === this.s.K.string);
      if (title === undefined) return;
      x.define(node, {
        kind: Kind.test,
        name: x.textOf(title).replace(/^"+|"+$/g, "").slice(0, 120) || "@testset",
        nameNode: title,
        scopeNode: node,
        scopeKind: ScopeKind.block,
        bodyNode: x.tree.nextSibling(title),
        doc: "",
        flags: Flag.test,
        bindIn: "nowhere",
      });
    } else if (name === "enum" && this.state.isAtTop(x)) this.#defineEnum(x, node, args);
    else if (name === "bind" && args[0] !== undefined && this.state.isAtTop(x)) {
      // Pluto: a variable that an element of the page sets.
      this.#defineGlobal(x, node, args[0]);
    }
  }

  #defineEnum(x: Extraction, node: NodeIndex, args: readonly NodeIndex[]): void {
    let symbol = NONE;
    for (const arg of args) {
      const nameNode = this.nodes.typeName(
        x,
        x.tree.kinds[arg] === this.s.K.assignment ? x.tree.namedChild(arg) : arg,
      );
      if (nameNode === NONE) continue;
      const isType = symbol === NONE;
      const row = x.define(isType ? node : arg, {
        kind: isType ? Kind.enum : Kind.enumMember,
        name: x.textOf(nameNode),
        nameNode,
        doc: isType ? this.documentation.docOf(x, node, x.textOf(nameNode)) : "",
        flags: Flag.exported,
        bindIn: "nowhere",
      });
      if (isType) symbol = row;
    }
  }

  /** Parameters of `x -> …` and `do x, y … end`. */
  #openClosure(x: Extraction, node: NodeIndex): void {
    const scope = x.openScope(node, ScopeKind.block);
    const first = x.tree.namedChild(node);
    if (first === NONE) return;
    const parameters = x.tree.kinds[first] === this.s.K.arguments
      ? this.nodes.childrenOf(x, first)
      : [first];
    for (const parameter of parameters) {
      for (const target of this.nodes.targetsOf(x, parameter)) {
        this.state.note(scope, x.textOf(target));
      }
    }
  }

  #noteLoop(x: Extraction, node: NodeIndex): void {
    for (const target of this.nodes.targetsOf(x, x.tree.namedChild(node))) {
      this.state.note(x.scope, x.textOf(target));
    }
  }

  #noteLocal(x: Extraction, node: NodeIndex): void {
    for (const child of this.nodes.childrenOf(x, node)) {
      for (const target of this.nodes.targetsOf(x, child)) {
        this.state.note(x.scope, x.textOf(target));
      }
    }
  }

  #openCatch(x: Extraction, node: NodeIndex): void {
    const scope = x.openScope(node, ScopeKind.block);
    const name = x.tree.namedChild(node);
    if (name !== NONE && x.tree.kinds[name] === this.s.K.identifier) {
      this.state.note(scope, x.textOf(name));
    }
  }

  /** Parameters are known as locals from the first pass on. */
  #noteParameters(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    if (
      parent === NONE ||
      !(this.state.heads.has(parent) || x.tree.kinds[parent] === this.s.K.signature)
    ) return;
    this.#noteNames(x, node);
  }

  #noteNames(x: Extraction, node: NodeIndex): void {
    if (x.scopeKind() !== ScopeKind.function) return;
    for (const parameter of this.nodes.childrenOf(x, node)) {
      for (const target of this.nodes.targetsOf(x, parameter)) {
        this.state.note(x.scope, x.textOf(target));
      }
    }
  }
}
