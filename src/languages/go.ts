/** Go: packages, types with methods, embedding, interfaces, generics, closures, several results. */
import type { Extraction } from "../extract/extraction.ts";
import {
  BindingKind,
  Flag,
  ImportKind,
  Kind,
  Op,
  RefKind,
  ScopeKind,
  Sym,
} from "../extract/facts.ts";
import type { Grammar } from "../extract/grammar.ts";
import type { LanguageRules } from "../extract/rules.ts";
import { type NodeIndex, NONE } from "../extract/syntax_tree.ts";
import { goModules } from "../resolve/modules/go_modules.ts";
import { excludesFile } from "./go_build_constraint.ts";
import { BASIC_TYPES, goSemantics, PURE_BUILTINS } from "./go_builtins.ts";
import { readGoMod } from "./go_mod.ts";
import type { Language } from "./language.ts";

/** Row of the file itself, whose qualifier is the name of its package. */
const FILE = 0;

/** Predeclared types that say nothing of a value's methods. */
const UNTYPED = new Set(["any", "comparable"]);

/** Functions that the test runner calls. */
const TEST_FUNCTION = /^(Test|Benchmark|Fuzz|Example)(?![a-z])/;

function rules(g: Grammar): LanguageRules {
  const F = {
    alias: g.field("alias"),
    arguments: g.field("arguments"),
    body: g.field("body"),
    element: g.field("element"),
    field: g.field("field"),
    function: g.field("function"),
    key: g.field("key"),
    index: g.field("index"),
    left: g.field("left"),
    name: g.field("name"),
    operand: g.field("operand"),
    package: g.field("package"),
    parameters: g.field("parameters"),
    path: g.field("path"),
    receiver: g.field("receiver"),
    result: g.field("result"),
    right: g.field("right"),
    type: g.field("type"),
    typeArguments: g.field("type_arguments"),
    typeParameters: g.field("type_parameters"),
    value: g.field("value"),
  };
  const K = {
    blank: g.kind("blank_identifier"),
    call: g.kind("call_expression"),
    compositeLiteral: g.kind("composite_literal"),
    constSpec: g.kind("const_spec"),
    dot: g.kind("dot"),
    expressionList: g.kind("expression_list"),
    fieldDeclaration: g.kind("field_declaration"),
    fieldList: g.kind("field_declaration_list"),
    forClause: g.kind("for_clause"),
    funcLiteral: g.kind("func_literal"),
    genericType: g.kind("generic_type"),
    identifier: g.kind("identifier"),
    index: g.kind("index_expression"),
    interfaceType: g.kind("interface_type"),
    parameterDeclaration: g.kind("parameter_declaration"),
    parameterList: g.kind("parameter_list"),
    parenthesized: g.kind("parenthesized_expression"),
    parenthesizedType: g.kind("parenthesized_type"),
    pointerType: g.kind("pointer_type"),
    qualifiedType: g.kind("qualified_type"),
    rangeClause: g.kind("range_clause"),
    selector: g.kind("selector_expression"),
    shortVar: g.kind("short_var_declaration"),
    statementList: g.kind("statement_list"),
    structType: g.kind("struct_type"),
    typeAlias: g.kind("type_alias"),
    typeConversion: g.kind("type_conversion_expression"),
    typeDeclaration: g.kind("type_declaration"),
    typeElement: g.kind("type_elem"),
    typeIdentifier: g.kind("type_identifier"),
    unary: g.kind("unary_expression"),
    varDeclaration: g.kind("var_declaration"),
    constDeclaration: g.kind("const_declaration"),
    variadic: g.kind("variadic_parameter_declaration"),
    openBrace: g.token("{"),
    receive: g.token("<-"),
  };
  const DECLARING = new Set([
    K.shortVar,
    K.varDeclaration,
    K.constDeclaration,
    K.typeDeclaration,
  ]);
  const TYPE_SPECS = g.kinds("type_spec", "type_alias");
  const SPEC_GROUPS = new Set([K.typeDeclaration, K.varDeclaration, K.constDeclaration]);

  /** Names of variables and parameters of the top-level function in hand: no mention of a function. */
  const locals = new Set<string>();
  /** Type parameters of the declaration in hand, with the scopes that bind them. */
  const typeParameters = new Map<string, number>();
  /** Node after the receiver of the method in hand, whose type is where it belongs, not what it uses. */
  let afterReceiver = 0;
  /** Type of the constant before, which a constant without a value repeats. */
  let constantType = -1;
  const forget = (): void => {
    locals.clear();
    typeParameters.clear();
  };

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  const visibility = (name: string): number => {
    const first = name.charCodeAt(0);
    if (first < 128) return first >= 65 && first <= 90 ? Flag.exported : 0;
    return /^\p{Lu}/u.test(name) ? Flag.exported : 0;
  };

  const isTestFile = (x: Extraction): boolean => x.path.endsWith("_test.go");

  /** Node where a declaration starts for the reader: the keyword when the spec stands alone. */
  const declarationOf = (x: Extraction, spec: NodeIndex): NodeIndex => {
    const { tree } = x;
    const parent = tree.parents[spec]!;
    if (parent === NONE || !SPEC_GROUPS.has(tree.kinds[parent]!)) return spec;
    // `type X struct {…}`: the keyword, the spec and nothing after it.
    return tree.nexts[spec] === tree.nexts[parent] && spec === parent + 2 ? parent : spec;
  };

  /** A build constraint stands before the package clause; a file that no ordinary build takes is optional. */
  const readConstraint = (x: Extraction, node: NodeIndex): void => {
    if (x.tree.parents[node] !== 0 || x.facts.tables.symbols.count > 1) return;
    if (excludesFile(x.textOf(node))) x.facts.flag(FILE, Flag.optional);
  };

  const definePackage = (x: Extraction, node: NodeIndex): void => {
    const name = x.tree.namedChild(node);
    if (name === NONE) return;
    x.facts.tables.symbols.set(FILE, Sym.QUALIFIER, x.facts.text(x.textOf(name)));
  };

  const defineFunction = (x: Extraction, node: NodeIndex): void => {
    const nameNode = x.tree.child(node, F.name);
    const name = x.textOf(nameNode);
    const isTest = TEST_FUNCTION.test(name) && isTestFile(x);
    x.define(node, {
      kind: Kind.function,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.child(node, F.body),
      flags: visibility(name) | (isTest ? Flag.test : 0),
      // `init` and `_` may stand many times in a package, and nobody can name them.
      ...(name === "init" || name === "_" ? { bindIn: "nowhere" } : {}),
    });
  };

  const defineMethod = (x: Extraction, node: NodeIndex): void => {
    const nameNode = x.tree.child(node, F.name);
    const name = x.textOf(nameNode);
    const receiver = receiverName(x, node);
    x.define(node, {
      kind: Kind.method,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.child(node, F.body),
      flags: visibility(name) | Flag.extension,
      bindIn: "nowhere",
      ...(receiver === "" ? {} : { qualifier: receiver }),
    });
  };

  /** Name of the type that a method belongs to: `T` of `(t *T)`, `(t T[K])`. */
  const receiverName = (x: Extraction, method: NodeIndex): string => {
    const list = x.tree.child(method, F.receiver);
    const parameter = list === NONE ? NONE : x.tree.namedChild(list);
    const type = parameter === NONE ? NONE : x.tree.child(parameter, F.type);
    const named = namedType(x, type);
    return named === NONE ? "" : x.textOf(named);
  };

  /** Identifier at the bottom of `*T`, `(T)`, `T[K]`, `p.T`; -1 for a type that has no name. */
  const namedType = (x: Extraction, type: NodeIndex): NodeIndex => {
    const { tree } = x;
    let at = type;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === K.typeIdentifier) return at;
      if (kind === K.qualifiedType) return tree.child(at, F.name);
      if (kind === K.genericType) at = tree.child(at, F.type);
      else if (kind === K.pointerType || kind === K.parenthesizedType) at = tree.namedChild(at);
      else return NONE;
    }
    return NONE;
  };

  const defineType = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const nameNode = tree.child(node, F.name);
    const type = tree.child(node, F.type);
    const name = x.textOf(nameNode);
    const typeKind = type === NONE ? -1 : tree.kinds[type]!;
    const kind = typeKind === K.structType
      ? Kind.struct
      : typeKind === K.interfaceType
      ? Kind.interface
      : Kind.type;
    x.define(node, {
      kind,
      name,
      nameNode,
      rangeNode: declarationOf(x, node),
      signatureNode: declarationOf(x, node),
      scopeNode: node,
      scopeKind: ScopeKind.class,
      ...(kind === Kind.type ? {} : { bodyNode: bodyOf(x, type) }),
      flags: visibility(name),
    });
  };

  /** Where the members of a struct or interface type begin. */
  const bodyOf = (x: Extraction, type: NodeIndex): NodeIndex => {
    const list = x.tree.childOfKind(type, K.fieldList);
    return list === NONE ? x.tree.childOfKind(type, K.openBrace) : list;
  };

  const defineInterfaceMethod = (x: Extraction, node: NodeIndex): void => {
    if (!isMemberOfDefinedType(x, node, 1)) return;
    const nameNode = x.tree.child(node, F.name);
    const name = x.textOf(nameNode);
    x.define(node, {
      kind: Kind.method,
      name,
      nameNode,
      scopeNode: node,
      flags: visibility(name) | Flag.declaration | Flag.abstract,
    });
  };

  const defineField = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    if (!isMemberOfDefinedType(x, node, 2)) return;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.name) continue;
      const name = x.textOf(child);
      if (name === "_") continue;
      x.define(child, {
        kind: Kind.field,
        name,
        nameNode: child,
        rangeNode: node,
        signatureNode: node,
        flags: visibility(name),
      });
    }
  };

  /** Whether a member stands directly in the body of a named struct or interface. */
  const isMemberOfDefinedType = (x: Extraction, node: NodeIndex, levels: number): boolean => {
    const { tree } = x;
    let at = tree.parents[node]!;
    for (let i = 1; i < levels && at !== NONE; i++) at = tree.parents[at]!;
    const spec = at === NONE ? NONE : tree.parents[at]!;
    return spec !== NONE && TYPE_SPECS.has(tree.kinds[spec]!) && tree.fields[at] === F.type;
  };

  /** Members of a struct or interface type without a name of its own. */
  const openAnonymousType = (x: Extraction, node: NodeIndex): void => {
    const parent = x.tree.parents[node]!;
    if (parent !== NONE && TYPE_SPECS.has(x.tree.kinds[parent]!)) return;
    x.openScope(node, ScopeKind.object);
  };

  /** Package variables and constants are symbols; what a function declares is only bound. */
  const defineVariables = (kind: number) => (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    if (x.isInFunction()) return;
    const values = tree.child(node, F.value);
    let symbol = NONE;
    let index = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.name) continue;
      if (!tree.isNamed(child)) continue;
      const name = x.textOf(child);
      const value = values === NONE ? NONE : nthOf(x, values, index++);
      if (name === "_") continue;
      const row = x.define(child, {
        kind: value !== NONE && tree.kinds[value] === K.funcLiteral ? Kind.function : kind,
        name,
        nameNode: child,
        rangeNode: declarationOf(x, node),
        signatureNode: declarationOf(x, node),
        flags: visibility(name),
      });
      if (symbol === NONE) symbol = row;
    }
    // What an initializer calls, the variable calls.
    if (values !== NONE && symbol !== NONE) x.openScope(values, ScopeKind.block, symbol);
  };

  const openFunctionLiteral = (x: Extraction, node: NodeIndex): void => {
    x.openScope(node, ScopeKind.function);
  };

  /** A block is a scope of its own only where it declares something; a function's body is none. */
  const openBlock = (x: Extraction, node: NodeIndex): void => {
    const statements = x.tree.childOfKind(node, K.statementList);
    if (statements === NONE || x.tree.fields[node] === F.body && isFunctionBody(x, node)) return;
    openIfDeclaring(x, node, statements);
  };

  const isFunctionBody = (x: Extraction, block: NodeIndex): boolean =>
    x.scopeAt(x.tree.parents[block]!) !== NONE &&
    x.scopeKind(x.scopeAt(x.tree.parents[block]!)) === ScopeKind.function;

  const openIfDeclaring = (x: Extraction, node: NodeIndex, statements: NodeIndex): void => {
    const { tree } = x;
    const end = tree.nexts[statements]!;
    for (let child = statements + 1; child < end; child = tree.nexts[child]!) {
      if (DECLARING.has(tree.kinds[child]!)) {
        x.openScope(node, ScopeKind.block);
        return;
      }
    }
  };

  /** `if x := f(); x != nil`, `for i := range xs`, `switch y := x.(type)`: the head declares. */
  const openStatement = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const end = tree.nexts[node]!;
    for (let child = node + 1; child < end; child = tree.nexts[child]!) {
      const kind = tree.kinds[child]!;
      if (kind === K.shortVar || kind === K.rangeClause || kind === K.forClause) {
        x.openScope(node, ScopeKind.block);
        return;
      }
    }
  };

  const openCase = (x: Extraction, node: NodeIndex): void => {
    x.openScope(node, ScopeKind.block);
  };

  /** Node of the n-th value of an expression list. */
  const nthOf = (x: Extraction, list: NodeIndex, index: number): NodeIndex =>
    x.tree.namedChild(list, index);

  // ── references and bindings ─────────────────────────────────────────────────────────────────

  const importSpec = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const pathNode = tree.child(node, F.path);
    const specifier = x.textOf(pathNode).replace(/^["`]|["`]$/g, "");
    const nameNode = tree.child(node, F.name);
    const offset = tree.starts[node]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
    const nameKind = nameNode === NONE ? NONE : tree.kinds[nameNode]!;
    if (nameKind === K.dot) x.facts.import(specifier, ImportKind.all, at);
    else if (nameKind === K.blank) x.facts.import(specifier, ImportKind.effect, at);
    else {
      const row = x.facts.import(specifier, ImportKind.module, at);
      // Without an alias the package's own name counts, which only the module system can tell.
      if (nameNode !== NONE) {
        x.bind(x.scope, x.textOf(nameNode), BindingKind.import, { index: row, offset });
      }
    }
  };

  const referFunction = (x: Extraction, node: NodeIndex): void => {
    if (x.symbolOfScope(x.scopeParent(x.scope)) === NONE) forget();
    const symbol = x.symbolAt(node);
    bindTypeParameters(x, x.tree.child(node, F.typeParameters));
    const receiver = x.tree.child(node, F.receiver);
    const from = headEnd(x, node);
    if (receiver !== NONE) bindReceiver(x, receiver, from);
    afterReceiver = receiver === NONE ? 0 : x.tree.nexts[receiver]!;
    bindParameters(x, x.tree.child(node, F.parameters), symbol, from);
    const result = x.tree.child(node, F.result);
    x.setType(symbol, resultType(x, result));
    bindResults(x, result, from);
  };

  /** Where a function's head ends: `func f(client client)` names the type, not the parameter. */
  const headEnd = (x: Extraction, node: NodeIndex): number => {
    const body = x.tree.child(node, F.body);
    return body === NONE ? x.tree.ends[node]! : x.tree.starts[body]!;
  };

  const referFunctionLiteral = (x: Extraction, node: NodeIndex): void => {
    const from = headEnd(x, node);
    bindParameters(x, x.tree.child(node, F.parameters), NONE, from);
    bindResults(x, x.tree.child(node, F.result), from);
  };

  const referInterfaceMethod = (x: Extraction, node: NodeIndex): void => {
    const symbol = x.symbolAt(node);
    if (symbol === NONE) {
      x.bind(x.scope, x.textOf(x.tree.child(node, F.name)), BindingKind.field, {
        type: functionType(x, node),
        offset: x.tree.starts[node]!,
      });
      return;
    }
    x.setType(symbol, resultType(x, x.tree.child(node, F.result)));
    bindParameters(x, x.tree.child(node, F.parameters), symbol, headEnd(x, node));
  };

  const bindTypeParameters = (x: Extraction, list: NodeIndex): void => {
    if (list === NONE) return;
    const { tree } = x;
    let index = 0;
    for (let p = tree.firstChild(list); p !== NONE; p = tree.nextSibling(p)) {
      const constraint = tree.child(p, F.type);
      for (let child = tree.firstChild(p); child !== NONE; child = tree.nextSibling(child)) {
        if (tree.fields[child] !== F.name || !tree.isNamed(child)) continue;
        const name = x.textOf(child);
        typeParameters.set(name, x.scope);
        x.bind(x.scope, name, BindingKind.typeParameter, {
          value: constraint === NONE ? -1 : x.type(constraint),
          offset: tree.starts[child]!,
          index: index++,
        });
      }
    }
  };

  /** `(m *Map[K, V])` names the type parameters anew. */
  const bindReceiver = (x: Extraction, list: NodeIndex, from: number): void => {
    const { tree } = x;
    const parameter = tree.namedChild(list);
    if (parameter === NONE) return;
    let type = tree.child(parameter, F.type);
    while (
      type !== NONE &&
      (tree.kinds[type] === K.pointerType || tree.kinds[type] === K.parenthesizedType)
    ) type = tree.namedChild(type);
    if (type !== NONE && tree.kinds[type] === K.genericType) {
      const args = tree.child(type, F.typeArguments);
      let index = 0;
      for (let a = tree.firstChild(args); a !== NONE; a = tree.nextSibling(a)) {
        const named = tree.kinds[a] === K.typeElement ? tree.namedChild(a) : NONE;
        if (named === NONE) continue;
        const name = x.textOf(named);
        typeParameters.set(name, x.scope);
        x.bind(x.scope, name, BindingKind.typeParameter, {
          offset: tree.starts[named]!,
          index: index++,
        });
      }
    }
    const name = tree.child(parameter, F.name);
    if (name === NONE) return;
    locals.add(x.textOf(name));
    // Not one of the parameters that a call fills.
    x.bind(x.scope, x.textOf(name), BindingKind.variable, {
      type: x.type(type),
      offset: from,
    });
  };

  const bindParameters = (
    x: Extraction,
    list: NodeIndex,
    symbol: number,
    from: number,
  ): void => {
    if (list === NONE) return;
    const { tree } = x;
    let index = 0;
    let variadic = false;
    for (let p = tree.firstChild(list); p !== NONE; p = tree.nextSibling(p)) {
      const kind = tree.kinds[p]!;
      if (kind !== K.parameterDeclaration && kind !== K.variadic) continue;
      if (kind === K.variadic) variadic = true;
      const type = parameterType(x, p);
      let named = false;
      for (let child = tree.firstChild(p); child !== NONE; child = tree.nextSibling(child)) {
        if (tree.fields[child] !== F.name || !tree.isNamed(child)) continue;
        named = true;
        const name = x.textOf(child);
        locals.add(name);
        x.bind(x.scope, name, BindingKind.parameter, {
          type,
          offset: from,
          index: index++,
        });
      }
      if (!named) index++;
    }
    if (symbol !== NONE) setArity(x, symbol, index, variadic);
  };

  const setArity = (x: Extraction, symbol: number, count: number, variadic: boolean): void => {
    x.setArity(symbol, variadic ? Math.max(0, count - 1) : count, variadic ? 255 : count);
  };

  /** How many names a parameter declaration gives to one type. */
  const namesIn = (x: Extraction, declaration: NodeIndex): number => {
    const { tree } = x;
    let count = 0;
    for (let c = tree.firstChild(declaration); c !== NONE; c = tree.nextSibling(c)) {
      if (tree.fields[c] === F.name && tree.isNamed(c)) count++;
    }
    return count;
  };

  const parameterType = (x: Extraction, declaration: NodeIndex): number => {
    const type = x.type(x.tree.child(declaration, F.type));
    return x.tree.kinds[declaration] === K.variadic ? container(x, "slice", [type]) : type;
  };

  /** Result type of a function: a tuple when it has several. */
  const resultType = (x: Extraction, result: NodeIndex): number => {
    if (result === NONE) return -1;
    const { tree } = x;
    if (tree.kinds[result] !== K.parameterList) return x.type(result);
    const types: number[] = [];
    for (let p = tree.firstChild(result); p !== NONE; p = tree.nextSibling(p)) {
      if (tree.kinds[p] !== K.parameterDeclaration) continue;
      const type = x.type(tree.child(p, F.type));
      for (let n = Math.max(1, namesIn(x, p)); n > 0; n--) types.push(type);
    }
    if (types.length < 2) return types[0] ?? -1;
    return x.facts.expression(Op.tuple, x.facts.list(types), types.length);
  };

  const bindResults = (x: Extraction, result: NodeIndex, from: number): void => {
    if (result === NONE || x.tree.kinds[result] !== K.parameterList) return;
    const { tree } = x;
    for (let p = tree.firstChild(result); p !== NONE; p = tree.nextSibling(p)) {
      if (tree.kinds[p] !== K.parameterDeclaration) continue;
      for (let child = tree.firstChild(p); child !== NONE; child = tree.nextSibling(child)) {
        if (tree.fields[child] !== F.name || !tree.isNamed(child)) continue;
        bindLocal(x, child, x.type(tree.child(p, F.type)), -1, from);
      }
    }
  };

  const bindLocal = (
    x: Extraction,
    nameNode: NodeIndex,
    type: number,
    value: number,
    offset: number,
  ): void => {
    const name = x.textOf(nameNode);
    if (name === "_") return;
    locals.add(name);
    x.bind(x.scope, name, BindingKind.variable, { type, value, offset });
  };

  const referType = (x: Extraction, node: NodeIndex): void => {
    if (x.symbolOfScope(x.scopeParent(x.scope)) === NONE) forget();
    const symbol = x.symbolAt(node);
    bindTypeParameters(x, x.tree.child(node, F.typeParameters));
    const type = x.tree.child(node, F.type);
    const kind = type === NONE ? NONE : x.tree.kinds[type];
    if (kind === K.structType || kind === K.interfaceType || type === NONE) return;
    if (x.tree.kinds[node] === K.typeAlias) x.setType(symbol, x.type(type));
    else defineBy(x, symbol, type);
  };

  /** `type A B`: a type of its own with B's fields and elements, and B's methods if B is an interface. */
  const defineBy = (x: Extraction, symbol: number, type: NodeIndex): void => {
    const underlying = x.type(type);
    if (underlying < 0) return;
    x.addValue(symbol, x.facts.expression(Op.instance, underlying));
    const name = namedType(x, type);
    if (name === NONE || x.tree.kinds[type] === K.pointerType) return;
    if (!BASIC_TYPES.has(x.textOf(name))) {
      x.refer(RefKind.inherit, name, underlying, -1, -1, symbol);
    }
  };

  const referField = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const typeNode = tree.child(node, F.type);
    const type = x.type(typeNode);
    let named = false;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.name) continue;
      named = true;
      const symbol = x.symbolAt(child);
      if (symbol !== NONE) x.setType(symbol, type);
      else {
        x.bind(x.scope, x.textOf(child), BindingKind.field, { type, offset: tree.starts[child]! });
      }
    }
    if (!named) embed(x, typeNode, type);
  };

  /** An embedded type is a field of its name whose members are the type's own. */
  const embed = (x: Extraction, typeNode: NodeIndex, type: number): void => {
    const nameNode = namedType(x, typeNode);
    if (nameNode === NONE || type < 0) return;
    const offset = x.tree.starts[nameNode]!;
    x.bind(x.scope, x.textOf(nameNode), BindingKind.field, { type, offset });
    if (x.scopeKind() === ScopeKind.class) {
      x.refer(RefKind.inherit, nameNode, type, -1, -1, x.symbolOfScope(x.scope));
    }
  };

  /** `interface { io.Reader }`; unions of types have no members. */
  const referEmbeddedInterface = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent === NONE || tree.kinds[parent] !== K.interfaceType) return;
    if (x.scopeKind() !== ScopeKind.class || tree.namedChildCount(node) !== 1) return;
    const typeNode = tree.namedChild(node);
    const nameNode = namedType(x, typeNode);
    if (nameNode === NONE || BASIC_TYPES.has(x.textOf(nameNode))) return;
    const type = x.type(typeNode);
    if (type >= 0) x.refer(RefKind.inherit, nameNode, type, -1, -1, x.symbolOfScope(x.scope));
  };

  /** A type that is named: in a signature, a declaration, a conversion. */
  const referTypeName = (x: Extraction, node: NodeIndex): void => {
    if (node < afterReceiver) return;
    const { tree } = x;
    const field = tree.fields[node]!;
    const parent = tree.parents[node]!;
    const parentKind = tree.kinds[parent]!;
    if (field === F.name || isEmbedded(x, node, parent, parentKind)) return;
    if (parentKind === K.compositeLiteral) return;
    const name = x.textOf(node);
    if (BASIC_TYPES.has(name) || name === "nil" || typeParameters.has(name)) return;
    x.refer(RefKind.type, node, x.type(node));
  };

  const referQualifiedType = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const parent = tree.parents[node]!;
    const parentKind = tree.kinds[parent]!;
    if (isEmbedded(x, node, parent, parentKind) || parentKind === K.compositeLiteral) return;
    const name = tree.child(node, F.name);
    if (name !== NONE) x.refer(RefKind.type, name, x.type(node));
  };

  /** Whether a type name was already taken as an embedded type, a called generic or a receiver's parameter. */
  const isEmbedded = (
    x: Extraction,
    node: NodeIndex,
    parent: NodeIndex,
    parentKind: number,
  ): boolean => {
    const { tree } = x;
    if (parentKind === K.genericType && tree.fields[node] === F.type) {
      const above = tree.parents[parent]!;
      const aboveKind = tree.kinds[above]!;
      return aboveKind === K.typeConversion || aboveKind === K.compositeLiteral ||
        isEmbedded(x, parent, above, aboveKind);
    }
    if (TYPE_SPECS.has(parentKind)) return parentKind !== K.typeAlias;
    if (parentKind === K.fieldDeclaration) return tree.child(parent, F.name) === NONE;
    if (parentKind !== K.typeElement) return false;
    return tree.kinds[tree.parents[parent]!] === K.interfaceType;
  };

  const referCall = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const callee = tree.child(node, F.function);
    const args = tree.child(node, F.arguments);
    if (args !== NONE) mentionAll(x, args);
    const name = lastName(x, callee);
    if (name === NONE) return;
    if (name === callee && PURE_BUILTINS.has(x.textOf(name))) return;
    x.refer(RefKind.call, name, x.value(callee), argumentCount(x, args));
  };

  /** `Map[int, string](xs)` reads like a conversion to a generic type. */
  const referConversion = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const type = tree.child(node, F.type);
    const operand = tree.child(node, F.operand);
    if (operand !== NONE) mention(x, operand);
    if (type === NONE || tree.kinds[type] !== K.genericType) return;
    const name = namedType(x, type);
    if (name !== NONE) x.refer(RefKind.call, name, x.type(type), 1);
  };

  const argumentCount = (x: Extraction, args: NodeIndex): number => {
    if (args === NONE) return 0;
    return x.tree.namedChildCount(args);
  };

  const referComposite = (x: Extraction, node: NodeIndex): void => {
    const type = x.tree.child(node, F.type);
    const name = namedType(x, type);
    if (name === NONE || x.tree.kinds[type] === K.pointerType) return;
    x.refer(RefKind.construct, name, x.type(type), -1);
  };

  /** Names and selectors among a node's children may be functions handed on as values. */
  const mentionAll = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const end = tree.nexts[node]!;
    for (let child = node + 1; child < end; child = tree.nexts[child]!) mention(x, child);
  };

  const mention = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const kind = tree.kinds[node]!;
    if (kind === K.identifier) {
      if (!locals.has(x.textOf(node))) x.mention(node, x.value(node));
    } else if (kind === K.selector) {
      const name = tree.child(node, F.field);
      if (name !== NONE) x.mention(name, x.value(node));
    }
  };

  const mentionElement = (x: Extraction, node: NodeIndex): void => {
    if (x.tree.fields[node] === F.key) return;
    const inner = x.tree.namedChild(node);
    if (inner !== NONE) mention(x, inner);
  };

  /** Node of the last name of `f`, `a.f`, `f[int]`, `(f)`; -1 when there is none. */
  const lastName = (x: Extraction, node: NodeIndex): NodeIndex => {
    const { tree } = x;
    let at = node;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === K.identifier) return at;
      if (kind === K.selector) return tree.child(at, F.field);
      if (kind === K.index) at = tree.child(at, F.operand);
      else if (kind === K.parenthesized) at = tree.namedChild(at);
      else if (kind === K.unary) at = tree.child(at, F.operand);
      else return NONE;
    }
    return NONE;
  };

  const referVariables = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const typeNode = tree.child(node, F.type);
    const values = tree.child(node, F.value);
    // `B` after `A Color = iota` repeats the type.
    const repeats = typeNode === NONE && values === NONE && tree.kinds[node] === K.constSpec;
    const type = repeats ? constantType : x.type(typeNode);
    constantType = type;
    if (values !== NONE) mentionAll(x, values);
    const names = namesIn(x, node);
    let index = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.name || !tree.isNamed(child)) continue;
      // A declared type says all; the value can add nothing.
      const value = type >= 0 || values === NONE ? -1 : assignedValue(x, values, index, names);
      index++;
      const symbol = x.symbolAt(child);
      if (symbol === NONE) bindLocal(x, child, type, value, tree.ends[node]!);
      else {
        x.setType(symbol, type);
        x.addValue(symbol, value);
        if (x.facts.tables.symbols.get(symbol, Sym.KIND) === Kind.function) {
          const literal = nthOf(x, values, index - 1);
          x.setType(symbol, resultType(x, tree.child(literal, F.result)));
        }
      }
    }
  };

  const referShortVariables = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const right = tree.child(node, F.right);
    if (right !== NONE) mentionAll(x, right);
    bindList(x, tree.child(node, F.left), right, tree.ends[node]!);
  };

  /** `a, b := …` binds from the end of its statement on. */
  const bindList = (x: Extraction, left: NodeIndex, right: NodeIndex, from: number): void => {
    if (left === NONE || right === NONE) return;
    const { tree } = x;
    const count = tree.namedChildCount(left);
    for (let i = 0; i < count; i++) {
      const name = tree.namedChild(left, i);
      if (tree.kinds[name] !== K.identifier) continue;
      bindLocal(x, name, -1, assignedValue(x, right, i, count), from);
    }
  };

  /** Value that the n-th of `count` names on the left gets. */
  const assignedValue = (
    x: Extraction,
    right: NodeIndex,
    index: number,
    count: number,
  ): number => {
    const { tree } = x;
    const isList = tree.kinds[right] === K.expressionList;
    const given = isList ? tree.namedChildCount(right) : 1;
    const value = isList ? nthOf(x, right, given === count ? index : 0) : right;
    if (value === NONE) return -1;
    if (given === count) return x.value(value);
    const kind = tree.kinds[value]!;
    if (kind === K.call || kind === K.typeConversion) {
      const call = x.value(value);
      return call < 0 ? -1 : x.facts.expression(Op.pick, call, index);
    }
    // `v, ok := m[k]`, `v, ok := <-c`, `v, ok := x.(T)`.
    return index === 0 ? x.value(value) : x.literal("bool");
  };

  const referAssignment = (x: Extraction, node: NodeIndex): void => {
    const right = x.tree.child(node, F.right);
    if (right !== NONE) mentionAll(x, right);
  };

  const referRange = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const left = tree.child(node, F.left);
    if (left === NONE) return;
    const ranged = x.value(tree.child(node, F.right));
    const first = tree.namedChild(left, 0);
    const second = tree.namedChild(left, 1);
    const from = tree.ends[node]!;
    // The first name takes an index, a key, or what a channel gives.
    if (first !== NONE && tree.kinds[first] === K.identifier) {
      bindLocal(x, first, -1, ranged < 0 ? -1 : x.facts.expression(Op.element, ranged), from);
    }
    if (second !== NONE && tree.kinds[second] === K.identifier) {
      bindLocal(x, second, -1, ranged < 0 ? -1 : x.facts.expression(Op.index, ranged, -1), from);
    }
  };

  const referReceive = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    // `case v, ok := <-c`; with `=` nothing new is bound, and binding again does no harm.
    bindList(x, tree.child(node, F.left), tree.child(node, F.right), tree.ends[node]!);
  };

  /** The `y` of `switch y := v.(type)`, which stands before the cases; -1 if there is none. */
  const aliasOf = (x: Extraction, node: NodeIndex): NodeIndex => {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] === F.alias) return child;
      if (tree.kinds[child] === K.openBrace) break;
    }
    return NONE;
  };

  /** Each case of `switch y := v.(type)` has a `y` of its own. */
  const referTypeCase = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const owner = tree.parents[node]!;
    const alias = owner === NONE ? NONE : aliasOf(x, owner);
    if (alias === NONE) return;
    let typeNode = NONE;
    let count = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.type || !tree.isNamed(child)) continue;
      typeNode = child;
      count++;
    }
    const name = tree.namedChild(alias);
    const from = tree.starts[node]!;
    if (name === NONE) return;
    if (count === 1) bindLocal(x, name, x.type(typeNode), -1, from);
    else bindLocal(x, name, -1, x.value(tree.child(owner, F.value)), from);
  };

  const referReturn = (x: Extraction, node: NodeIndex): void => {
    const list = x.tree.namedChild(node);
    if (list === NONE) return;
    if (x.tree.kinds[list] === K.expressionList) mentionAll(x, list);
    else mention(x, list);
  };

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  const name = (x: Extraction, node: NodeIndex): number =>
    x.nameExpression(x.textOf(node), x.tree.starts[node]!);

  const selector = (x: Extraction, node: NodeIndex): number => {
    const field = x.tree.child(node, F.field);
    if (field === NONE) return -1;
    return x.memberExpression(x.value(x.tree.child(node, F.operand)), x.textOf(field));
  };

  const call = (x: Extraction, node: NodeIndex): number => {
    const { tree } = x;
    const callee = tree.child(node, F.function);
    const args = tree.child(node, F.arguments);
    if (tree.kinds[callee] === K.identifier && args !== NONE) {
      const first = tree.namedChild(args);
      const builtin = first === NONE ? "" : x.textOf(callee);
      if (builtin === "new" || builtin === "make") return instance(x, first);
      if (builtin === "append") return x.value(first);
    }
    return x.callExpression(x.value(callee), args === NONE ? [] : argumentValues(x, args));
  };

  const argumentValues = (x: Extraction, args: NodeIndex): number[] => {
    const { tree } = x;
    const values: number[] = [];
    for (let a = tree.firstChild(args); a !== NONE; a = tree.nextSibling(a)) {
      if (tree.isNamed(a) && !tree.isExtra(a)) values.push(x.value(a));
    }
    return values;
  };

  const instance = (x: Extraction, typeNode: NodeIndex): number => {
    const type = x.type(typeNode);
    return type < 0 ? -1 : x.facts.expression(Op.instance, type);
  };

  const instanceOfType = (x: Extraction, node: NodeIndex): number =>
    instance(x, x.tree.child(node, F.type));

  const conversion = (x: Extraction, node: NodeIndex): number => {
    const { tree } = x;
    const type = tree.child(node, F.type);
    if (type === NONE || tree.kinds[type] !== K.genericType) return instance(x, type);
    return x.callExpression(x.type(type), [x.value(tree.child(node, F.operand))]);
  };

  const operand = (x: Extraction, node: NodeIndex): number =>
    x.value(x.tree.child(node, F.operand));

  const unary = (x: Extraction, node: NodeIndex): number => {
    const value = operand(x, node);
    if (value < 0 || x.tree.kinds[x.tree.firstChild(node)] !== K.receive) return value;
    return x.facts.expression(Op.element, value);
  };

  const index = (x: Extraction, node: NodeIndex): number => {
    const value = operand(x, node);
    if (value < 0) return -1;
    // `f[int](x)`: what is called may be generic, and then the index is its type argument.
    const isCalled = x.tree.fields[node] === F.function;
    const argument = isCalled ? x.type(x.tree.child(node, F.index)) : -1;
    return x.facts.expression(Op.index, value, argument);
  };

  const inner = (x: Extraction, node: NodeIndex): number => x.value(x.tree.namedChild(node));
  const literal = (type: string) => (x: Extraction): number => x.literal(type);

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  const innerType = (x: Extraction, node: NodeIndex): number => x.type(x.tree.namedChild(node));

  /** Members of a type are no names for its members' types; only its type parameters are. */
  const typeName = (x: Extraction, node: NodeIndex): number => {
    const text = x.textOf(node);
    if (BASIC_TYPES.has(text)) return UNTYPED.has(text) ? -1 : x.literal(text);
    const scope = typeParameters.get(text) ?? aroundMembers(x);
    return x.nameExpression(text, x.tree.starts[node]!, scope);
  };

  /** Scope in force, or the one around the type whose members stand there. */
  const aroundMembers = (x: Extraction): number => {
    let scope = x.scope;
    while (x.scopeKind(scope) === ScopeKind.class || x.scopeKind(scope) === ScopeKind.object) {
      scope = x.scopeParent(scope);
    }
    return scope;
  };

  const qualifiedType = (x: Extraction, node: NodeIndex): number => {
    const { tree } = x;
    const package_ = tree.child(node, F.package);
    const nameNode = tree.child(node, F.name);
    if (package_ === NONE || nameNode === NONE) return -1;
    const of = x.nameExpression(x.textOf(package_), tree.starts[package_]!, aroundMembers(x));
    return x.memberExpression(of, x.textOf(nameNode));
  };

  const genericType = (x: Extraction, node: NodeIndex): number => {
    const { tree } = x;
    const base = x.type(tree.child(node, F.type));
    const list = tree.child(node, F.typeArguments);
    const args: number[] = [];
    if (list !== NONE) {
      for (let a = tree.firstChild(list); a !== NONE; a = tree.nextSibling(a)) {
        if (tree.isNamed(a)) args.push(x.type(a));
      }
    }
    return base < 0 ? -1 : x.facts.expression(Op.apply, base, x.facts.list(args), args.length);
  };

  const container = (x: Extraction, type: string, args: number[]): number =>
    x.facts.expression(Op.apply, x.literal(type), x.facts.list(args), args.length);

  const sequenceType = (x: Extraction, node: NodeIndex): number =>
    container(x, "slice", [x.type(x.tree.child(node, F.element))]);

  const channelType = (x: Extraction, node: NodeIndex): number =>
    container(x, "chan", [x.type(x.tree.child(node, F.value))]);

  const mapType = (x: Extraction, node: NodeIndex): number =>
    container(x, "map", [
      x.type(x.tree.child(node, F.key)),
      x.type(x.tree.child(node, F.value)),
    ]);

  const functionType = (x: Extraction, node: NodeIndex): number => {
    const { tree } = x;
    const list = tree.child(node, F.parameters);
    const parameters: number[] = [];
    for (
      let p = list === NONE ? NONE : tree.firstChild(list);
      p !== NONE;
      p = tree.nextSibling(p)
    ) {
      if (tree.kinds[p] !== K.parameterDeclaration && tree.kinds[p] !== K.variadic) continue;
      const type = parameterType(x, p);
      for (let n = Math.max(1, namesIn(x, p)); n > 0; n--) parameters.push(type);
    }
    const result = resultType(x, tree.child(node, F.result));
    return x.facts.expression(
      Op.functionType,
      x.facts.list(parameters),
      parameters.length,
      result,
    );
  };

  const anonymousType = (x: Extraction, node: NodeIndex): number => {
    const scope = x.scopeAt(node);
    return scope === NONE ? -1 : x.facts.expression(Op.object, scope);
  };

  /** The constraint of a type parameter: its only type, or nothing. */
  const constraint = (x: Extraction, node: NodeIndex): number =>
    x.tree.namedChildCount(node) === 1 ? innerType(x, node) : -1;

  return {
    define: {
      comment: readConstraint,
      package_clause: definePackage,
      function_declaration: defineFunction,
      method_declaration: defineMethod,
      type_spec: defineType,
      type_alias: defineType,
      method_elem: defineInterfaceMethod,
      field_declaration: defineField,
      struct_type: openAnonymousType,
      interface_type: openAnonymousType,
      const_spec: defineVariables(Kind.constant),
      var_spec: defineVariables(Kind.variable),
      func_literal: openFunctionLiteral,
      block: openBlock,
      if_statement: openStatement,
      for_statement: openStatement,
      expression_switch_statement: openStatement,
      type_switch_statement: openStatement,
      type_case: openCase,
      default_case: openCase,
      expression_case: openCase,
      communication_case: openCase,
    },
    refer: {
      import_spec: importSpec,
      function_declaration: referFunction,
      method_declaration: referFunction,
      func_literal: referFunctionLiteral,
      method_elem: referInterfaceMethod,
      type_spec: referType,
      type_alias: referType,
      type_elem: referEmbeddedInterface,
      field_declaration: referField,
      type_identifier: referTypeName,
      qualified_type: referQualifiedType,
      call_expression: referCall,
      type_conversion_expression: referConversion,
      composite_literal: referComposite,
      literal_element: mentionElement,
      const_spec: referVariables,
      var_spec: referVariables,
      short_var_declaration: referShortVariables,
      assignment_statement: referAssignment,
      range_clause: referRange,
      receive_statement: referReceive,
      type_case: referTypeCase,
      default_case: referTypeCase,
      return_statement: referReturn,
    },
    values: {
      identifier: name,
      selector_expression: selector,
      call_expression: call,
      type_conversion_expression: conversion,
      composite_literal: instanceOfType,
      type_assertion_expression: instanceOfType,
      unary_expression: unary,
      index_expression: index,
      slice_expression: operand,
      parenthesized_expression: inner,
      variadic_argument: inner,
      func_literal: (x, node) => x.facts.expression(Op.instance, functionType(x, node)),
      interpreted_string_literal: literal("string"),
      raw_string_literal: literal("string"),
      int_literal: literal("int"),
      float_literal: literal("float64"),
      rune_literal: literal("rune"),
      true: literal("bool"),
      false: literal("bool"),
    },
    types: {
      type_identifier: typeName,
      qualified_type: qualifiedType,
      generic_type: genericType,
      pointer_type: innerType,
      parenthesized_type: innerType,
      type_elem: constraint,
      type_constraint: constraint,
      slice_type: sequenceType,
      array_type: sequenceType,
      implicit_length_array_type: sequenceType,
      channel_type: channelType,
      map_type: mapType,
      function_type: functionType,
      struct_type: anonymousType,
      interface_type: anonymousType,
    },
    docs: { line: ["//"], block: [["/*", "*/"]] },
    finish: (): void => {
      forget();
      afterReceiver = 0;
    },
  };
}

/** Go. */
export const go: Language = {
  id: "go",
  name: "Go",
  extensions: [".go"],
  grammar: "go",
  manifests: { "go.mod": readGoMod },
  rules,
  modules: goModules,
  semantics: goSemantics,
};
