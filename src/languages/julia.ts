/** Julia: modules and includes, methods by signature, types, macros, imports, docstrings. */
import type { Extraction } from "../extract/extraction.ts";
import {
  BindingKind,
  Flag,
  ImportKind,
  Kind,
  Op,
  RefKind,
  Scope,
  ScopeKind,
} from "../extract/facts.ts";
import type { Grammar } from "../extract/grammar.ts";
import type { LanguageRules } from "../extract/rules.ts";
import { type NodeIndex, NONE } from "../extract/syntax_tree.ts";
import { juliaModules } from "../resolve/modules/julia_modules.ts";
import { readable } from "./julia/readable.ts";
import { isJuliaBuiltin, juliaSemantics } from "./julia_builtins.ts";
import type { LanguageImplementation } from "./language.ts";

/** Parts of the head of a method: what stands before its body. */
interface Head {
  /** Node of the name: an identifier, an operator; -1 for a function without a name. */
  readonly name: NodeIndex;
  /** `Base` of `Base.show`; -1 when the name stands alone. */
  readonly owner: NodeIndex;
  /** Type of the object that is called, for `(p::Point)(x)`; -1 otherwise. */
  readonly callable: NodeIndex;
  readonly arguments: NodeIndex;
  readonly returns: NodeIndex;
  /** Lists of type parameters: `where {T, S}`, `Point{T}(…)`. */
  readonly where: readonly NodeIndex[];
}

const ANONYMOUS = "<function>";

function rules(g: Grammar): LanguageRules {
  const F = { name: g.field("name"), value: g.field("value") };
  const K = {
    arguments: g.kind("argument_list"),
    arrow: g.kind("arrow_function_expression"),
    assignment: g.kind("assignment"),
    binary: g.kind("binary_expression"),
    broadcast: g.kind("broadcast_call_expression"),
    call: g.kind("call_expression"),
    constStatement: g.kind("const_statement"),
    content: g.kind("content"),
    curly: g.kind("curly_expression"),
    doClause: g.kind("do_clause"),
    field: g.kind("field_expression"),
    forBinding: g.kind("for_binding"),
    functionDefinition: g.kind("function_definition"),
    identifier: g.kind("identifier"),
    importAlias: g.kind("import_alias"),
    importPath: g.kind("import_path"),
    letBinding: g.kind("let_binding"),
    macroArguments: g.kind("macro_argument_list"),
    macroCall: g.kind("macrocall_expression"),
    macroIdentifier: g.kind("macro_identifier"),
    moduleDefinition: g.kind("module_definition"),
    namedArgument: g.kind("named_argument"),
    openTuple: g.kind("open_tuple"),
    operator: g.kind("operator"),
    parametrized: g.kind("parametrized_type_expression"),
    parenthesized: g.kind("parenthesized_expression"),
    quote: g.kind("quote_expression"),
    returnStatement: g.kind("return_statement"),
    scoped: g.kind("scoped_identifier"),
    selected: g.kind("selected_import"),
    signature: g.kind("signature"),
    splat: g.kind("splat_expression"),
    string: g.kind("string_literal"),
    structDefinition: g.kind("struct_definition"),
    tuple: g.kind("tuple_expression"),
    typed: g.kind("typed_expression"),
    typeHead: g.kind("type_head"),
    unaryTyped: g.kind("unary_typed_expression"),
    using: g.kind("using_statement"),
    where: g.kind("where_expression"),
  };
  const TUPLES = new Set([K.openTuple, K.tuple]);
  /** Where a string may stand as a statement of its own, to document what follows. */
  const HOLDS_STATEMENTS = g.kinds(
    "source_file",
    "module_definition",
    "struct_definition",
    "compound_statement",
    "if_statement",
    "macro_argument_list",
  );

  /** Calls that are the heads of methods. */
  const heads = new Set<NodeIndex>();
  /** Local variables by scope: names that are no functions. */
  const locals = new Map<number, Set<string>>();
  /** Scopes of modules, in which definitions are found through the module and not the file. */
  const roots = new Set<number>();
  /** Docstrings by the line they end on. */
  const docs = new Map<number, string>();
  /** Names of globals that have a symbol, by root scope. */
  const globals = new Set<string>();

  const begin = (): void => {
    heads.clear();
    locals.clear();
    roots.clear();
    roots.add(0);
    docs.clear();
    globals.clear();
  };

  const note = (scope: number, name: string): void => {
    let names = locals.get(scope);
    if (names === undefined) locals.set(scope, names = new Set());
    names.add(name);
  };

  const isLocal = (x: Extraction, name: string): boolean => {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (locals.get(scope)?.has(name)) return true;
    }
    return false;
  };

  /** Scope of the module in force. */
  const rootScope = (x: Extraction): number => {
    let scope = x.scope;
    while (!roots.has(scope)) scope = x.scopeParent(scope);
    return scope;
  };

  const isAtTop = (x: Extraction): boolean => roots.has(x.scope);

  const childrenOf = (x: Extraction, node: NodeIndex): NodeIndex[] => {
    const children: NodeIndex[] = [];
    if (node === NONE) return children;
    for (let child = node + 1; child < x.tree.nexts[node]!; child = x.tree.nexts[child]!) {
      if (x.tree.isNamed(child) && !x.tree.isExtra(child)) children.push(child);
    }
    return children;
  };

  /** Documentation of the definition at a node: the string just before it, or the comment. */
  const docOf = (x: Extraction, node: NodeIndex): string => {
    const line = x.lineAt(x.tree.starts[statementOf(x, node)]!);
    return docs.get(line - 1) ?? x.docBefore(node);
  };

  /** The statement that a definition is, `const` and macros before it included. */
  const statementOf = (x: Extraction, node: NodeIndex): NodeIndex => {
    let at = node;
    for (;;) {
      const parent = x.tree.parents[at]!;
      if (parent === NONE) return at;
      const kind = x.tree.kinds[parent]!;
      const isWrapped = kind === K.constStatement || kind === K.macroArguments ||
        kind === K.macroCall;
      if (!isWrapped) return at;
      at = parent;
    }
  };

  const noteDoc = (x: Extraction, node: NodeIndex): void => {
    const content = x.tree.childOfKind(node, K.content);
    if (content === NONE) return;
    const line = x.lineAt(Math.max(x.tree.starts[node]!, x.tree.ends[node]! - 1));
    docs.set(line, dedent(x.text.slice(x.tree.starts[content]!, x.tree.ends[node]!)));
  };

  // ── heads ───────────────────────────────────────────────────────────────────────────────────

  /** The head of a method at a node; undefined when it is none. */
  const headOf = (x: Extraction, start: NodeIndex): Head | undefined => {
    const { tree } = x;
    const where: NodeIndex[] = [];
    let returns: NodeIndex = NONE;
    let at = start;
    for (;;) {
      const kind = at === NONE ? -1 : tree.kinds[at]!;
      if (kind === K.where) {
        const parameters = tree.namedChild(at, 1);
        if (parameters !== NONE) where.push(parameters);
        at = tree.namedChild(at);
      } else if (kind === K.typed) {
        returns = tree.namedChild(at, 1);
        at = tree.namedChild(at);
      } else if (kind === K.call) return callHead(x, at, returns, where);
      else if (kind === K.arguments) {
        return { name: NONE, owner: NONE, callable: NONE, arguments: at, returns, where };
      } else return undefined;
    }
  };

  const callHead = (
    x: Extraction,
    call: NodeIndex,
    returns: NodeIndex,
    where: NodeIndex[],
  ): Head | undefined => {
    const { tree } = x;
    heads.add(call);
    let callee = tree.namedChild(call);
    const list = tree.childOfKind(call, K.arguments);
    if (callee === NONE || list === NONE) return undefined;
    if (tree.kinds[callee] === K.parametrized) {
      const parameters = tree.childOfKind(callee, K.curly);
      if (parameters !== NONE) where.push(parameters);
      callee = tree.namedChild(callee);
    }
    const head = { owner: NONE, callable: NONE, arguments: list, returns, where };
    const kind = callee === NONE ? -1 : tree.kinds[callee]!;
    if (kind === K.identifier || kind === K.operator) return { ...head, name: callee };
    if (kind === K.field) {
      const owner = tree.child(callee, F.value);
      let name = tree.namedChild(callee, tree.namedChildCount(callee) - 1);
      if (name !== NONE && tree.kinds[name] === K.quote) name = innermost(x, name);
      return { ...head, name, owner };
    }
    if (kind === K.parenthesized) {
      const typed = tree.namedChild(callee);
      if (typed === NONE) return undefined;
      const typeKind = tree.kinds[typed];
      const type = typeKind === K.typed
        ? tree.namedChild(typed, 1)
        : typeKind === K.unaryTyped
        ? tree.namedChild(typed)
        : NONE;
      return { ...head, name: NONE, callable: type };
    }
    return undefined;
  };

  /** The operator in `:+`, `:(==)`. */
  const innermost = (x: Extraction, node: NodeIndex): NodeIndex => {
    let at = node;
    while (x.tree.namedChild(at) !== NONE) at = x.tree.namedChild(at);
    return at;
  };

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  const defineModule = (x: Extraction, node: NodeIndex): void => {
    const nameNode = x.tree.child(node, F.name);
    if (nameNode === NONE) return;
    const symbol = x.define(node, {
      kind: Kind.module,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.namespace,
      bodyNode: x.tree.nextSibling(nameNode),
      doc: docOf(x, node),
      flags: Flag.exported,
      bindIn: "nowhere",
    });
    const scope = x.facts.tables.symbols.get(symbol, 3);
    // What stands around a module is not seen inside it.
    x.facts.tables.scopes.set(scope, Scope.PARENT, NONE);
    roots.add(scope);
  };

  const defineFunction = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const signature = tree.childOfKind(node, K.signature);
    const first = signature === NONE ? NONE : tree.namedChild(signature);
    if (first === NONE) return;
    if (tree.kinds[first] === K.identifier) {
      defineGeneric(x, node, first);
      return;
    }
    const head = headOf(x, first);
    if (head !== undefined) defineMethod(x, node, head, tree.nextSibling(signature));
  };

  /** `function name end`: a function without methods yet. */
  const defineGeneric = (x: Extraction, node: NodeIndex, nameNode: NodeIndex): void => {
    x.define(node, {
      kind: Kind.function,
      name: x.textOf(nameNode),
      nameNode,
      doc: docOf(x, node),
      flags: Flag.exported | Flag.declaration,
      ...placed(x),
    });
  };

  /** Definitions at the top of a module are found through the module, which may span files. */
  const placed = (x: Extraction): { bindIn?: "nowhere" } => isAtTop(x) ? { bindIn: "nowhere" } : {};

  const defineMethod = (
    x: Extraction,
    node: NodeIndex,
    head: Head,
    bodyNode: NodeIndex,
  ): void => {
    const { tree } = x;
    const inStruct = x.scopeKind() === ScopeKind.class;
    const symbolName = head.callable !== NONE
      ? "()"
      : head.name === NONE
      ? ANONYMOUS
      : x.textOf(head.name);
    const isAnonymous = symbolName === ANONYMOUS;
    const qualifier = head.callable !== NONE
      ? x.textOf(typeName(x, head.callable))
      : head.owner !== NONE
      ? x.textOf(head.owner)
      : "";
    const nameNode = head.name !== NONE ? head.name : head.callable;
    const isConstructor = inStruct ||
      (qualifier === "" && !isAnonymous && globals.has(`type ${x.scope} ${symbolName}`));
    x.define(node, {
      kind: isConstructor ? Kind.constructor : head.callable !== NONE ? Kind.method : Kind.function,
      name: symbolName,
      ...(nameNode === NONE ? {} : { nameNode }),
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: tree.kinds[bodyNode] === K.operator ? tree.nextSibling(bodyNode) : bodyNode,
      doc: isAnonymous ? "" : docOf(x, node),
      flags: (isAnonymous ? Flag.anonymous : symbolName.startsWith("_") ? Flag.private : 0) |
        (qualifier === "" ? 0 : Flag.extension) | (isAtTop(x) || inStruct ? 0 : Flag.local),
      ...placed(x),
      ...(isAnonymous || qualifier !== "" || inStruct ? { bindIn: "nowhere" } : {}),
      ...(qualifier === "" ? {} : { qualifier }),
    });
  };

  /** `f(x) = …`, `name = …`, `const NAME = …`. */
  const defineAssigned = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const left = tree.namedChild(node);
    if (left === NONE || isInEnum(x, node)) return;
    const head = headOf(x, left);
    if (head !== undefined && (head.name !== NONE || head.callable !== NONE)) {
      defineMethod(x, node, head, tree.nextSibling(left));
      return;
    }
    if (x.scopeKind() === ScopeKind.class) defineField(x, left);
    else if (isAtTop(x)) defineGlobal(x, node, left);
    else noteTarget(x, left);
  };

  /** `green = 2` in `@enum Colour red green = 2`. */
  const isInEnum = (x: Extraction, node: NodeIndex): boolean => {
    const parent = x.tree.parents[node]!;
    return parent !== NONE && x.tree.kinds[parent] === K.macroArguments &&
      macroName(x, x.tree.parents[parent]!) === "enum";
  };

  const defineGlobal = (x: Extraction, node: NodeIndex, left: NodeIndex): void => {
    const isConst = x.tree.kinds[x.tree.parents[node]!] === K.constStatement;
    for (const target of targetsOf(x, left)) {
      const name = x.textOf(target);
      const key = `value ${x.scope} ${name}`;
      if (globals.has(key)) continue;
      globals.add(key);
      x.define(node, {
        kind: isConst ? Kind.constant : Kind.variable,
        name,
        nameNode: target,
        rangeNode: statementOf(x, node),
        doc: docOf(x, node),
        flags: Flag.exported,
        bindIn: "nowhere",
      });
    }
  };

  /** Identifiers that an assignment gives values to. */
  const targetsOf = (x: Extraction, left: NodeIndex): NodeIndex[] => {
    const kind = left === NONE ? -1 : x.tree.kinds[left]!;
    if (kind === K.identifier) return [left];
    if (kind === K.typed || kind === K.splat || kind === K.namedArgument) {
      return targetsOf(x, x.tree.namedChild(left));
    }
    if (!TUPLES.has(kind)) return [];
    return childrenOf(x, left).flatMap((child) => targetsOf(x, child));
  };

  const noteTarget = (x: Extraction, left: NodeIndex): void => {
    for (const target of targetsOf(x, left)) {
      const name = x.textOf(target);
      if (!isLocal(x, name)) note(x.functionScope(), name);
    }
  };

  const defineStruct = (kind: number, flags: number) => (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const head = tree.childOfKind(node, K.typeHead);
    const nameNode = head === NONE ? NONE : typeName(x, tree.namedChild(head));
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    globals.add(`type ${x.scope} ${name}`);
    x.define(node, {
      kind,
      name,
      nameNode,
      rangeNode: statementOf(x, node),
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: tree.nextSibling(head),
      doc: docOf(x, node),
      flags: flags | Flag.exported,
      ...placed(x),
    });
  };

  /** Identifier at the bottom of `Point{T} <: Abstract{T}`, `M.Point`. */
  const typeName = (x: Extraction, node: NodeIndex): NodeIndex => {
    const { tree } = x;
    let at = node;
    while (at !== NONE && tree.kinds[at] !== K.identifier) {
      const kind = tree.kinds[at]!;
      at = kind === K.field
        ? tree.namedChild(at, tree.namedChildCount(at) - 1)
        : kind === K.binary || kind === K.parametrized || kind === K.where || kind === K.typed
        ? tree.namedChild(at)
        : NONE;
    }
    return at;
  };

  /** `x`, `x::T` and `x::T = default` in a struct. */
  const defineField = (x: Extraction, node: NodeIndex): void => {
    const nameNode = x.tree.kinds[node] === K.identifier ? node : x.tree.namedChild(node);
    if (nameNode === NONE || x.tree.kinds[nameNode] !== K.identifier) return;
    x.define(node, {
      kind: Kind.field,
      name: x.textOf(nameNode),
      nameNode,
      doc: docOf(x, node),
    });
  };

  const defineFields = (x: Extraction, node: NodeIndex): void => {
    const parent = x.tree.parents[node]!;
    if (parent === NONE || x.tree.kinds[parent] !== K.structDefinition) return;
    if (x.scopeKind() === ScopeKind.class) defineField(x, node);
  };

  const defineMacro = (x: Extraction, node: NodeIndex): void => {
    const signature = x.tree.childOfKind(node, K.signature);
    const head = signature === NONE ? undefined : headOf(x, x.tree.namedChild(signature));
    if (head === undefined || head.name === NONE) return;
    x.define(node, {
      kind: Kind.macro,
      name: `@${x.textOf(head.name)}`,
      nameNode: head.name,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: x.tree.nextSibling(signature),
      doc: docOf(x, node),
      flags: Flag.exported,
      ...placed(x),
    });
  };

  /** `@testset "name" begin … end`, `@enum Colour red green`. */
  const defineByMacro = (x: Extraction, node: NodeIndex): void => {
    const name = macroName(x, node);
    const args = childrenOf(x, x.tree.childOfKind(node, K.macroArguments));
    if (name === "testset") {
      const title = args.find((arg) => x.tree.kinds[arg] === K.string);
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
    } else if (name === "enum" && isAtTop(x)) defineEnum(x, node, args);
  };

  const defineEnum = (x: Extraction, node: NodeIndex, args: readonly NodeIndex[]): void => {
    let symbol = NONE;
    for (const arg of args) {
      const nameNode = typeName(
        x,
        x.tree.kinds[arg] === K.assignment ? x.tree.namedChild(arg) : arg,
      );
      if (nameNode === NONE) continue;
      const isType = symbol === NONE;
      const row = x.define(isType ? node : arg, {
        kind: isType ? Kind.enum : Kind.enumMember,
        name: x.textOf(nameNode),
        nameNode,
        doc: isType ? docOf(x, node) : "",
        flags: Flag.exported,
        bindIn: "nowhere",
      });
      if (isType) symbol = row;
    }
  };

  const macroName = (x: Extraction, node: NodeIndex): string => {
    const identifier = x.tree.childOfKind(node, K.macroIdentifier);
    const nameNode = identifier === NONE ? NONE : x.tree.namedChild(identifier);
    return nameNode === NONE ? "" : x.textOf(nameNode);
  };

  const openBlock = (x: Extraction, node: NodeIndex): void =>
    void x.openScope(node, ScopeKind.block);

  /** Parameters of `x -> …` and `do x, y … end`. */
  const openClosure = (x: Extraction, node: NodeIndex): void => {
    const scope = x.openScope(node, ScopeKind.block);
    const first = x.tree.namedChild(node);
    if (first === NONE) return;
    const parameters = x.tree.kinds[first] === K.arguments ? childrenOf(x, first) : [first];
    for (const parameter of parameters) {
      for (const target of targetsOf(x, parameter)) note(scope, x.textOf(target));
    }
  };

  const noteLoop = (x: Extraction, node: NodeIndex): void => {
    for (const target of targetsOf(x, x.tree.namedChild(node))) note(x.scope, x.textOf(target));
  };

  const noteLocal = (x: Extraction, node: NodeIndex): void => {
    for (const child of childrenOf(x, node)) {
      for (const target of targetsOf(x, child)) note(x.scope, x.textOf(target));
    }
  };

  const openCatch = (x: Extraction, node: NodeIndex): void => {
    const scope = x.openScope(node, ScopeKind.block);
    const name = x.tree.namedChild(node);
    if (name !== NONE && x.tree.kinds[name] === K.identifier) note(scope, x.textOf(name));
  };

  /** Parameters are known as locals from the first pass on. */
  const noteParameters = (x: Extraction, node: NodeIndex): void => {
    const parent = x.tree.parents[node]!;
    if (parent === NONE || !(heads.has(parent) || x.tree.kinds[parent] === K.signature)) return;
    if (x.scopeKind() !== ScopeKind.function) return;
    for (const parameter of childrenOf(x, node)) {
      for (const target of targetsOf(x, parameter)) note(x.scope, x.textOf(target));
    }
  };

  // ── second pass ─────────────────────────────────────────────────────────────────────────────

  const referFunction = (x: Extraction, node: NodeIndex): void => {
    const signature = x.tree.childOfKind(node, K.signature);
    const first = signature === NONE ? NONE : x.tree.namedChild(signature);
    const head = first === NONE ? undefined : headOf(x, first);
    if (head === undefined) return;
    referMethod(x, node, head);
    const symbol = x.symbolAt(node);
    const count = x.tree.namedChildCount(node);
    const last = x.tree.namedChild(node, count - 1);
    if (last !== signature) x.addValue(symbol, x.value(last));
  };

  const referMethod = (x: Extraction, node: NodeIndex, head: Head): void => {
    const symbol = x.symbolAt(node);
    if (symbol === NONE || x.symbolOfScope(x.scope) !== symbol) return;
    bindTypeParameters(x, head.where);
    bindParameters(x, head, symbol);
    if (head.returns !== NONE) x.setType(symbol, x.type(head.returns));
    for (const type of [head.returns, head.callable]) if (type !== NONE) referType(x, type);
  };

  const bindTypeParameters = (x: Extraction, lists: readonly NodeIndex[]): void => {
    let index = 0;
    for (const list of lists) {
      const parameters = x.tree.kinds[list] === K.curly ? childrenOf(x, list) : [list];
      for (const parameter of parameters) {
        const nameNode = typeName(x, parameter);
        if (nameNode === NONE) continue;
        const bound = x.tree.kinds[parameter] === K.binary ? x.tree.namedChild(parameter, 2) : NONE;
        x.bind(x.scope, x.textOf(nameNode), BindingKind.typeParameter, {
          value: bound === NONE ? -1 : x.type(bound),
          offset: x.tree.starts[nameNode]!,
          index: index++,
        });
      }
    }
  };

  const bindParameters = (x: Extraction, head: Head, symbol: number): void => {
    const { tree } = x;
    let index = 0;
    let least = 0;
    let most = 0;
    let areKeywords = false;
    for (let child = head.arguments + 1; child < tree.nexts[head.arguments]!;) {
      const parameter = child;
      child = tree.nexts[child]!;
      if (!tree.isNamed(parameter)) {
        if (x.text[tree.starts[parameter]!] === ";") areKeywords = true;
        continue;
      }
      if (tree.isExtra(parameter)) continue;
      const kind = tree.kinds[parameter]!;
      const plain = kind === K.namedArgument || kind === K.splat
        ? tree.namedChild(parameter)
        : parameter;
      const typeNode = plain === NONE
        ? NONE
        : tree.kinds[plain] === K.typed
        ? tree.namedChild(plain, 1)
        : tree.kinds[plain] === K.unaryTyped
        ? tree.namedChild(plain)
        : NONE;
      const name = targetsOf(x, plain)[0];
      const given = kind === K.namedArgument ? tree.namedChild(parameter, 2) : NONE;
      x.bind(x.scope, name === undefined ? "_" : x.textOf(name), BindingKind.parameter, {
        type: kind === K.splat || typeNode === NONE ? -1 : x.type(typeNode),
        value: given === NONE ? -1 : x.value(given),
        offset: tree.starts[parameter]!,
        index: areKeywords ? 100 + index : index,
      });
      index++;
      if (typeNode !== NONE) referType(x, typeNode);
      if (areKeywords) continue;
      if (kind === K.splat) most = 255;
      else {
        most = Math.min(254, most + 1);
        if (kind !== K.namedArgument) least = most;
      }
    }
    x.setArity(symbol, most === 255 && least > 254 ? 0 : least, most);
  };

  /** References to the types that a type expression names. */
  const referType = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    for (let at = node; at < tree.nexts[node]!; at++) {
      if (tree.kinds[at] !== K.identifier) continue;
      const parent = tree.parents[at]!;
      const isMember = tree.kinds[parent] === K.field;
      if (isMember && tree.child(parent, F.value) === at) continue;
      const name = x.textOf(at);
      if (isJuliaBuiltin(name)) continue;
      const expression = isMember ? x.type(parent) : x.nameExpression(name, tree.starts[at]!);
      x.refer(RefKind.type, at, expression);
    }
  };

  const referAssignment = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const left = tree.namedChild(node);
    const right = tree.namedChild(node, 2);
    if (left === NONE) return;
    const head = headOf(x, left);
    if (head !== undefined && (head.name !== NONE || head.callable !== NONE)) {
      referMethod(x, node, head);
      if (right !== NONE) {
        x.addValue(x.symbolAt(node), x.value(right));
        mention(x, right);
      }
      return;
    }
    const value = right === NONE ? -1 : x.value(right);
    const symbol = x.symbolAt(node);
    if (symbol !== NONE && tree.kinds[left] !== K.openTuple) {
      x.addValue(symbol, value);
      if (tree.kinds[left] === K.typed) x.setType(symbol, x.type(tree.namedChild(left, 1)));
    }
    if (right !== NONE) mention(x, right);
    bindTargets(x, left, value, tree.ends[node]!);
  };

  const bindTargets = (x: Extraction, left: NodeIndex, value: number, offset: number): void => {
    const { tree } = x;
    const isTuple = TUPLES.has(tree.kinds[left]!);
    for (const [i, target] of targetsOf(x, left).entries()) {
      const name = x.textOf(target);
      const scope = localScope(x, name);
      if (scope === NONE) continue;
      const typed = tree.kinds[left] === K.typed ? tree.namedChild(left, 1) : NONE;
      x.bind(scope, name, BindingKind.variable, {
        type: typed === NONE ? -1 : x.type(typed),
        value: isTuple && value >= 0 ? x.facts.expression(Op.pick, value, i) : value,
        offset,
      });
    }
  };

  const localScope = (x: Extraction, name: string): number => {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (locals.get(scope)?.has(name)) return scope;
    }
    return NONE;
  };

  const bindLoop = (x: Extraction, node: NodeIndex): void => {
    const target = x.tree.namedChild(node);
    const list = x.tree.namedChild(node, x.tree.namedChildCount(node) - 1);
    const value = list === NONE || list === target ? -1 : x.value(list);
    const element = value < 0 ? -1 : x.facts.expression(Op.element, value);
    if (target !== NONE) bindTargets(x, target, element, x.tree.starts[node]!);
  };

  const bindClosure = (x: Extraction, node: NodeIndex): void => {
    const first = x.tree.namedChild(node);
    if (first === NONE) return;
    const parameters = x.tree.kinds[first] === K.arguments ? childrenOf(x, first) : [first];
    for (const parameter of parameters) {
      bindTargets(x, parameter, -1, x.tree.starts[parameter]!);
    }
  };

  const bindCaught = (x: Extraction, node: NodeIndex): void => {
    const name = x.tree.namedChild(node);
    if (name !== NONE && x.tree.kinds[name] === K.identifier) {
      bindTargets(x, name, -1, x.tree.starts[name]!);
    }
  };

  const bindLocal = (x: Extraction, node: NodeIndex): void => {
    for (const child of childrenOf(x, node)) {
      if (x.tree.kinds[child] !== K.assignment) bindTargets(x, child, -1, x.tree.starts[child]!);
    }
  };

  const referStruct = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    const head = tree.childOfKind(node, K.typeHead);
    if (symbol === NONE || head === NONE) return;
    const declared = tree.namedChild(head);
    if (declared === NONE) return;
    const isDerived = tree.kinds[declared] === K.binary;
    const own = isDerived ? tree.namedChild(declared) : declared;
    if (own !== NONE && tree.kinds[own] === K.parametrized) {
      const parameters = tree.childOfKind(own, K.curly);
      if (parameters !== NONE) bindTypeParameters(x, [parameters]);
    }
    const base = isDerived ? tree.namedChild(declared, 2) : NONE;
    const baseName = base === NONE ? NONE : typeName(x, base);
    if (baseName !== NONE) {
      x.refer(RefKind.inherit, baseName, x.type(base), -1, -1, symbol);
    }
    setDefaultConstructor(x, node, symbol);
  };

  /** Without constructors of its own a struct is called with a value for each field. */
  const setDefaultConstructor = (x: Extraction, node: NodeIndex, symbol: number): void => {
    let fields = 0;
    let hasOwn = false;
    for (const child of childrenOf(x, node)) {
      const row = x.symbolAt(child);
      if (row === NONE) continue;
      if (x.facts.tables.symbols.get(row, 0) === Kind.field) fields++;
      else hasOwn = true;
    }
    if (hasOwn) x.setArity(symbol, 255, 0);
    else if (x.tree.kinds[x.tree.parents[node]!] !== K.macroArguments) {
      x.setArity(symbol, fields, fields);
    }
  };

  const referField = (x: Extraction, node: NodeIndex): void => {
    const symbol = x.symbolAt(node);
    if (symbol === NONE || x.tree.kinds[x.tree.parents[node]!] === K.assignment) return;
    const type = x.tree.namedChild(node, 1);
    if (type === NONE) return;
    x.setType(symbol, x.type(type));
    referType(x, type);
  };

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  const referCall = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    if (heads.has(node)) return;
    const calleeNode = tree.namedChild(node);
    const nameNode = calledName(x, calleeNode);
    const list = tree.childOfKind(node, K.arguments);
    if (list !== NONE) { for (const argument of childrenOf(x, list)) mention(x, argument); }
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    if (name === "include" && tree.kinds[calleeNode] === K.identifier) {
      include(x, list);
      return;
    }
    if (name === "new") return;
    x.refer(
      RefKind.call,
      nameNode,
      callee(x, calleeNode),
      argumentCount(x, node, list),
      x.value(node),
    );
  };

  /** Node of the name that a call calls; -1 when it has none. */
  const calledName = (x: Extraction, node: NodeIndex): NodeIndex => {
    const { tree } = x;
    if (node === NONE) return NONE;
    const kind = tree.kinds[node]!;
    if (kind === K.identifier) return node;
    if (kind === K.parametrized) return calledName(x, tree.namedChild(node));
    if (kind !== K.field) return NONE;
    const last = tree.namedChild(node, tree.namedChildCount(node) - 1);
    return last !== NONE && tree.kinds[last] === K.identifier ? last : NONE;
  };

  const callee = (x: Extraction, node: NodeIndex): number =>
    x.tree.kinds[node] === K.parametrized ? x.value(x.tree.namedChild(node)) : x.value(node);

  /** Positional arguments; -2 where a splat hides how many. A `do` block is the first of them. */
  const argumentCount = (x: Extraction, call: NodeIndex, list: NodeIndex): number => {
    let count = x.tree.childOfKind(call, K.doClause) === NONE ? 0 : 1;
    for (const argument of positional(x, list)) {
      if (x.tree.kinds[argument] === K.splat) return -2;
      count++;
    }
    return count;
  };

  const positional = (x: Extraction, list: NodeIndex): NodeIndex[] => {
    const nodes: NodeIndex[] = [];
    if (list === NONE) return nodes;
    for (let child = list + 1; child < x.tree.nexts[list]!; child = x.tree.nexts[child]!) {
      if (!x.tree.isNamed(child)) {
        if (x.text[x.tree.starts[child]!] === ";") return nodes;
      } else if (!x.tree.isExtra(child) && !isKeyword(x, child)) nodes.push(child);
    }
    return nodes;
  };

  const isKeyword = (x: Extraction, node: NodeIndex): boolean => {
    const kind = x.tree.kinds[node];
    return kind === K.namedArgument || kind === K.doClause;
  };

  /** A name among arguments or on the right of an assignment may be a function handed on. */
  const mention = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const kind = tree.kinds[node];
    if (kind === K.namedArgument) {
      const given = tree.namedChild(node, 2);
      if (given !== NONE) mention(x, given);
    } else if (kind === K.identifier) {
      const name = x.textOf(node);
      if (isJuliaBuiltin(name) || isLocal(x, name)) return;
      x.mention(node, x.nameExpression(name, tree.starts[node]!));
    } else if (kind === K.field) {
      const nameNode = calledName(x, node);
      if (nameNode !== NONE) x.mention(nameNode, x.value(node));
    }
  };

  const referMacro = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const identifier = tree.childOfKind(node, K.macroIdentifier);
    const nameNode = identifier === NONE ? NONE : tree.namedChild(identifier);
    if (nameNode === NONE) return;
    const name = `@${x.textOf(nameNode)}`;
    const owner = tree.namedChild(node);
    const isQualified = owner !== identifier && owner !== NONE;
    const expression = isQualified
      ? x.memberExpression(x.value(owner), name)
      : x.nameExpression(name, tree.starts[identifier]!);
    x.referAt(RefKind.call, name, tree.starts[identifier]!, expression);
    // What a macro is given may be a function as well.
    const list = name === "@enum" ? NONE : tree.childOfKind(node, K.macroArguments);
    if (list !== NONE) { for (const argument of childrenOf(x, list)) mention(x, argument); }
  };

  /** `xs |> f`, `f ∘ g`. */
  const referOperator = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const [left, operator, right] = childrenOf(x, node);
    if (left === undefined || operator === undefined || right === undefined) return;
    const text = x.textOf(operator);
    if (text === "∘") {
      mention(x, left);
      mention(x, right);
    } else if (/^\.?\|>$/.test(text)) {
      const nameNode = calledName(x, right);
      const kind = tree.kinds[right];
      if (nameNode === NONE || (kind !== K.identifier && kind !== K.field)) return;
      x.refer(
        RefKind.call,
        nameNode,
        callee(x, right),
        1,
        x.callExpression(callee(x, right), [x.value(left)]),
      );
    }
  };

  // ── modules ─────────────────────────────────────────────────────────────────────────────────

  /** `include("file.jl")`, `include(joinpath("dir", "file.jl"))`. */
  const include = (x: Extraction, list: NodeIndex): void => {
    const path = list === NONE ? "" : literalPath(x, x.tree.namedChild(list));
    if (path === "") return;
    const offset = x.tree.starts[x.tree.namedChild(list)]!;
    const line = x.lineAt(offset);
    x.facts.import(path, ImportKind.include, {
      scope: rootScope(x),
      line,
      column: x.columnAt(offset, line),
      form: rootScope(x),
    });
  };

  const literalPath = (x: Extraction, node: NodeIndex): string => {
    const { tree } = x;
    if (node === NONE) return "";
    if (tree.kinds[node] === K.string) {
      const content = tree.childOfKind(node, K.content);
      return content === NONE || tree.namedChildCount(node) > 1 ? "" : x.textOf(content);
    }
    if (tree.kinds[node] !== K.call || x.textOf(tree.namedChild(node)) !== "joinpath") return "";
    const parts: string[] = [];
    for (const argument of positional(x, tree.childOfKind(node, K.arguments))) {
      if (tree.kinds[argument] === K.macroCall && macroName(x, argument) === "__DIR__") continue;
      const part = literalPath(x, argument);
      if (part === "") return "";
      parts.push(part);
    }
    return parts.join("/");
  };

  /** `using A, B.C, ..D`, `using A: f, @m`, `import A as B`, `import A.f`. */
  const importNames = (x: Extraction, node: NodeIndex): void => {
    const isUsing = x.tree.kinds[node] === K.using;
    for (const child of childrenOf(x, node)) {
      const kind = x.tree.kinds[child]!;
      if (kind === K.selected) importSelected(x, child);
      else if (kind === K.importAlias) {
        const [module, alias] = childrenOf(x, child);
        if (module !== undefined && alias !== undefined) {
          importModule(x, module, false, x.textOf(alias));
        }
      } else importModule(x, child, isUsing);
    }
  };

  const addImport = (
    x: Extraction,
    specifier: string,
    kind: number,
    offset: number,
    name?: string,
  ): number => {
    const line = x.lineAt(offset);
    const scope = rootScope(x);
    return x.facts.import(specifier, kind, {
      scope,
      line,
      column: x.columnAt(offset, line),
      // Which module of the file asks: what dots before a name count from.
      form: scope,
      ...(name === undefined ? {} : { name }),
    });
  };

  const specifierOf = (x: Extraction, node: NodeIndex): string => x.textOf(node).replace(/\s/g, "");

  const importModule = (
    x: Extraction,
    node: NodeIndex,
    isUsing: boolean,
    alias?: string,
  ): void => {
    const specifier = specifierOf(x, node);
    const split = specifier.lastIndexOf(".");
    const last = specifier.slice(split + 1);
    const offset = x.tree.starts[node]!;
    const owner = specifier.slice(0, Math.max(0, split));
    // `import A.f` may name a function as well as a module.
    const isName = !isUsing && /[^.]/.test(owner);
    const row = isName
      ? addImport(x, owner, ImportKind.name, offset, last)
      : addImport(x, specifier, isUsing ? ImportKind.all : ImportKind.module, offset);
    x.bind(rootScope(x), alias ?? last, BindingKind.import, { index: row, offset });
  };

  const importSelected = (x: Extraction, node: NodeIndex): void => {
    const [module, ...names] = childrenOf(x, node);
    if (module === undefined) return;
    const specifier = specifierOf(x, module);
    for (const child of names) {
      const isAlias = x.tree.kinds[child] === K.importAlias;
      const [from, to] = isAlias ? childrenOf(x, child) : [child, child];
      if (from === undefined || to === undefined) continue;
      const offset = x.tree.starts[from]!;
      const row = addImport(x, specifier, ImportKind.name, offset, x.textOf(from));
      x.bind(rootScope(x), x.textOf(to), BindingKind.import, { index: row, offset });
    }
  };

  const exportNames = (x: Extraction, node: NodeIndex): void => {
    for (const child of childrenOf(x, node)) {
      const name = x.textOf(child);
      const offset = x.tree.starts[child]!;
      x.facts.export(name, {
        expression: x.nameExpression(name, offset, rootScope(x)),
        line: x.lineAt(offset),
      });
    }
  };

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  const name = (x: Extraction, node: NodeIndex): number =>
    x.nameExpression(x.textOf(node), x.tree.starts[node]!);

  const field = (x: Extraction, node: NodeIndex): number => {
    const of = x.tree.child(node, F.value);
    const last = x.tree.namedChild(node, x.tree.namedChildCount(node) - 1);
    if (of === NONE || last === NONE || last === of) return -1;
    const object = x.value(of);
    return object < 0 ? -1 : x.memberExpression(object, x.textOf(last));
  };

  const call = (x: Extraction, node: NodeIndex): number => {
    if (heads.has(node)) return -1;
    const calleeNode = x.tree.namedChild(node);
    if (calleeNode === NONE) return -1;
    if (x.textOf(calledName(x, calleeNode)) === "new") {
      const scope = x.enclosing(ScopeKind.class);
      const symbol = scope === NONE ? NONE : x.symbolOfScope(scope);
      if (symbol === NONE) return -1;
      const made = x.facts.expression(Op.symbol, symbol);
      return x.facts.expression(Op.instance, made);
    }
    const list = x.tree.childOfKind(node, K.arguments);
    const args = positional(x, list).map((argument) => x.value(argument));
    if (x.tree.childOfKind(node, K.doClause) !== NONE) args.unshift(-1);
    const expression = callee(x, calleeNode);
    return expression < 0 ? -1 : x.callExpression(expression, args);
  };

  const typed = (x: Extraction, node: NodeIndex): number => {
    const type = x.tree.namedChild(node, 1);
    return type === NONE ? -1 : x.facts.expression(Op.instance, x.type(type));
  };

  const either = (x: Extraction, first: number, second: number): number =>
    first < 0 ? second : second < 0 ? first : x.facts.expression(Op.either, first, second);

  const ternary = (x: Extraction, node: NodeIndex): number =>
    either(x, x.value(x.tree.namedChild(node, 1)), x.value(x.tree.namedChild(node, 2)));

  const list = (x: Extraction, node: NodeIndex): number => {
    const first = x.tree.namedChild(node);
    const element = first === NONE ? -1 : x.value(first);
    return x.facts.expression(Op.apply, x.literal("Vector"), x.facts.list([element]), 1);
  };

  const tuple = (x: Extraction, node: NodeIndex): number => {
    const values = childrenOf(x, node).slice(0, 8).map((child) => x.value(child));
    return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
  };

  const inner = (x: Extraction, node: NodeIndex): number => x.value(x.tree.namedChild(node));

  /** `Vector{T}`, `Union{A, B}`, `Point{Int}`. */
  const parametrizedType = (x: Extraction, node: NodeIndex): number => {
    const base = x.tree.namedChild(node);
    const args = childrenOf(x, x.tree.childOfKind(node, K.curly)).map((arg) => x.type(arg));
    if (base === NONE || x.textOf(base) === "Type") return -1;
    if (x.textOf(base) === "Union") {
      return args.reduce((all, one) => either(x, all, one), -1);
    }
    return x.facts.expression(Op.apply, x.type(base), x.facts.list(args), args.length);
  };

  return {
    define: {
      source_file: begin,
      string_literal: (x, node) => {
        const parent = x.tree.parents[node]!;
        if (parent !== NONE && HOLDS_STATEMENTS.has(x.tree.kinds[parent]!)) noteDoc(x, node);
      },
      module_definition: defineModule,
      function_definition: defineFunction,
      macro_definition: defineMacro,
      assignment: defineAssigned,
      compound_assignment_expression: (x, node) => {
        if (!isAtTop(x)) noteTarget(x, x.tree.namedChild(node));
      },
      struct_definition: defineStruct(Kind.struct, 0),
      abstract_definition: defineStruct(Kind.class, Flag.abstract),
      primitive_definition: defineStruct(Kind.struct, 0),
      typed_expression: defineFields,
      identifier: defineFields,
      macrocall_expression: defineByMacro,
      argument_list: noteParameters,
      arrow_function_expression: openClosure,
      do_clause: openClosure,
      for_statement: openBlock,
      while_statement: openBlock,
      let_statement: openBlock,
      try_statement: openBlock,
      comprehension_expression: openBlock,
      catch_clause: openCatch,
      for_binding: noteLoop,
      let_binding: noteLoop,
      local_statement: noteLocal,
    },
    refer: {
      function_definition: referFunction,
      macro_definition: (x, node) => {
        const signature = x.tree.childOfKind(node, K.signature);
        const head = signature === NONE ? undefined : headOf(x, x.tree.namedChild(signature));
        if (head !== undefined) referMethod(x, node, head);
      },
      assignment: referAssignment,
      struct_definition: referStruct,
      abstract_definition: referStruct,
      primitive_definition: referStruct,
      typed_expression: referField,
      call_expression: referCall,
      broadcast_call_expression: referCall,
      macrocall_expression: referMacro,
      binary_expression: referOperator,
      arrow_function_expression: bindClosure,
      do_clause: bindClosure,
      for_binding: bindLoop,
      let_binding: bindLoop,
      catch_clause: bindCaught,
      local_statement: bindLocal,
      return_statement: (x, node) => {
        const value = x.tree.namedChild(node);
        if (value === NONE) return;
        mention(x, value);
        x.addValue(x.symbol, x.value(value));
      },
      using_statement: importNames,
      import_statement: importNames,
      export_statement: exportNames,
    },
    values: {
      identifier: name,
      field_expression: field,
      call_expression: call,
      typed_expression: typed,
      parenthesized_expression: inner,
      return_statement: inner,
      ternary_expression: ternary,
      vector_expression: list,
      tuple_expression: tuple,
      open_tuple: tuple,
      index_expression: (x, node) => x.facts.expression(Op.index, inner(x, node), -1),
      assignment: (x, node) => {
        const right = x.tree.namedChild(node, 2);
        return right === NONE || x.symbolAt(node) !== NONE ? -1 : x.value(right);
      },
      string_literal: (x) => x.literal("String"),
      character_literal: (x) => x.literal("Char"),
      quote_expression: (x) => x.literal("Symbol"),
    },
    types: {
      identifier: name,
      field_expression: field,
      parametrized_type_expression: parametrizedType,
      where_expression: (x, node) => x.type(x.tree.namedChild(node)),
    },
    docs: { line: ["#"], block: [] },
  };
}

/** A docstring's text without the closing quotes and the indentation that all its lines share. */
function dedent(text: string): string {
  const lines = text.replace(/"+$/, "").split("\n");
  const indents = lines.slice(1).filter((line) => line.trim() !== "")
    .map((line) => /^\s*/.exec(line)![0].length);
  const shared = indents.length === 0 ? 0 : Math.min(...indents);
  return lines.map((line, i) => i === 0 ? line : line.slice(shared)).join("\n").trim();
}

/** Julia. */
export const julia: LanguageImplementation = {
  mask: readable,
  rules,
  modules: juliaModules,
  semantics: juliaSemantics,
};
