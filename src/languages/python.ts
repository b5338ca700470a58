/** Python: modules, classes, functions, comprehensions, decorators, annotations, `self` attributes. */
import type { Extraction } from "../extract/extraction.ts";
import { BindingKind, Flag, ImportKind, Kind, Op, RefKind, ScopeKind } from "../extract/facts.ts";
import type { Grammar } from "../extract/grammar.ts";
import type { LanguageRules } from "../extract/rules.ts";
import { type NodeIndex, NONE } from "../extract/syntax_tree.ts";
import { pythonModules } from "../resolve/modules/python_modules.ts";
import type { Language } from "./language.ts";
import { pythonSemantics } from "./python_builtins.ts";

function rules(g: Grammar): LanguageRules {
  const F = {
    alias: g.field("alias"),
    alternative: g.field("alternative"),
    arguments: g.field("arguments"),
    attribute: g.field("attribute"),
    body: g.field("body"),
    definition: g.field("definition"),
    function: g.field("function"),
    left: g.field("left"),
    moduleName: g.field("module_name"),
    name: g.field("name"),
    object: g.field("object"),
    parameters: g.field("parameters"),
    returnType: g.field("return_type"),
    right: g.field("right"),
    subscript: g.field("subscript"),
    superclasses: g.field("superclasses"),
    type: g.field("type"),
    typeParameters: g.field("type_parameters"),
    value: g.field("value"),
  };
  const K = {
    aliasedImport: g.kind("aliased_import"),
    asPattern: g.kind("as_pattern"),
    argumentList: g.kind("argument_list"),
    assignment: g.kind("assignment"),
    attribute: g.kind("attribute"),
    block: g.kind("block"),
    call: g.kind("call"),
    classDefinition: g.kind("class_definition"),
    decorated: g.kind("decorated_definition"),
    decorator: g.kind("decorator"),
    defaultParameter: g.kind("default_parameter"),
    dictionarySplat: g.kind("dictionary_splat"),
    dictionarySplatPattern: g.kind("dictionary_splat_pattern"),
    dottedName: g.kind("dotted_name"),
    expressionStatement: g.kind("expression_statement"),
    forInClause: g.kind("for_in_clause"),
    functionDefinition: g.kind("function_definition"),
    identifier: g.kind("identifier"),
    keywordArgument: g.kind("keyword_argument"),
    keywordSeparator: g.kind("keyword_separator"),
    listSplat: g.kind("list_splat"),
    listSplatPattern: g.kind("list_splat_pattern"),
    positionalSeparator: g.kind("positional_separator"),
    string: g.kind("string"),
    stringContent: g.kind("string_content"),
    type: g.kind("type"),
    typedDefaultParameter: g.kind("typed_default_parameter"),
    typedParameter: g.kind("typed_parameter"),
    typeParameter: g.kind("type_parameter"),
    wildcard: g.kind("wildcard_import"),
    async: g.token("async"),
  };
  const UNPACKED = g.kinds("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list");
  const LISTS = g.kinds("list", "tuple", "set", "expression_list");

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  /** The definition's decorated form, where its range for the reader starts. */
  const decorated = (x: Extraction, node: NodeIndex): NodeIndex => {
    const parent = x.tree.parents[node]!;
    return parent !== NONE && x.tree.kinds[parent] === K.decorated ? parent : NONE;
  };

  const decoratorNames = (x: Extraction, node: NodeIndex): string[] => {
    const parent = decorated(x, node);
    const names: string[] = [];
    if (parent === NONE) return names;
    for (let child = x.tree.firstChild(parent); child !== NONE; child = x.tree.nextSibling(child)) {
      if (x.tree.kinds[child] === K.decorator) {
        names.push(x.textOf(child).replace(/^@\s*/, "").replace(/\(.*$/s, ""));
      }
    }
    return names;
  };

  const docstring = (x: Extraction, body: NodeIndex): string => {
    const { tree } = x;
    const first = body === NONE ? NONE : tree.namedChild(body);
    if (first === NONE || tree.kinds[first] !== K.expressionStatement) return "";
    const string = tree.namedChild(first);
    if (string === NONE || tree.kinds[string] !== K.string) return "";
    const content = tree.childOfKind(string, K.stringContent);
    return content === NONE ? "" : x.textOf(content).trim();
  };

  const visibility = (name: string): number =>
    name.startsWith("_") && !(name.startsWith("__") && name.endsWith("__"))
      ? Flag.private
      : Flag.exported;

  const defineClass = (x: Extraction, node: NodeIndex): void => {
    const nameNode = x.tree.child(node, F.name);
    const body = x.tree.child(node, F.body);
    const name = x.textOf(nameNode);
    const test = /^Test/.test(name) ? Flag.test : 0;
    x.define(node, {
      kind: Kind.class,
      name,
      nameNode,
      scopeNode: body,
      bodyNode: body,
      doc: docstring(x, body) ||
        x.docBefore(decorated(x, node) === NONE ? node : decorated(x, node)),
      flags: visibility(name) | test,
    });
  };

  const functionFlags = (x: Extraction, node: NodeIndex, name: string): number => {
    let flags = visibility(name);
    if (x.tree.kinds[x.tree.firstChild(node)] === K.async) flags |= Flag.async;
    if (/^test/.test(name)) flags |= Flag.test;
    for (const decorator of decoratorNames(x, node)) {
      const last = decorator.slice(decorator.lastIndexOf(".") + 1);
      if (last === "staticmethod") flags |= Flag.static;
      else if (last === "classmethod") flags |= Flag.classMethod;
      else if (last === "property" || last === "cached_property") flags |= Flag.getter;
      else if (last === "setter") flags |= Flag.setter;
      else if (last === "abstractmethod") flags |= Flag.abstract;
      else if (last === "overload") flags |= Flag.declaration;
    }
    return flags;
  };

  const defineFunction = (x: Extraction, node: NodeIndex): void => {
    const nameNode = x.tree.child(node, F.name);
    const body = x.tree.child(node, F.body);
    const name = x.textOf(nameNode);
    const flags = functionFlags(x, node, name);
    const inClass = x.scopeKind() === ScopeKind.class;
    const kind = !inClass
      ? Kind.function
      : name === "__init__"
      ? Kind.constructor
      : flags & (Flag.getter | Flag.setter)
      ? Kind.property
      : Kind.method;
    x.define(node, {
      kind,
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body,
      doc: docstring(x, body) ||
        x.docBefore(decorated(x, node) === NONE ? node : decorated(x, node)),
      flags,
    });
  };

  const defineLambda = (x: Extraction, node: NodeIndex): void => {
    x.define(node, {
      kind: Kind.function,
      name: "<lambda>",
      scopeNode: node,
      bodyNode: x.tree.child(node, F.body),
      bindIn: "nowhere",
      doc: "",
      flags: Flag.anonymous,
    });
  };

  /** Assignments at module or class level define variables; `self.x = …` in a method defines a field. */
  const defineAssigned = (x: Extraction, node: NodeIndex): void => {
    const left = x.tree.child(node, F.left);
    const kind = x.tree.kinds[left];
    if (kind === K.identifier) {
      const scopeKind = x.scopeKind();
      if (scopeKind !== ScopeKind.file && scopeKind !== ScopeKind.class) return;
      const name = x.textOf(left);
      if (x.binds(x.scope, name)) return;
      const symbolKind = scopeKind === ScopeKind.class
        ? Kind.field
        : /^[A-Z][A-Z0-9_]*$/.test(name)
        ? Kind.constant
        : Kind.variable;
      x.define(node, { kind: symbolKind, name, nameNode: left, flags: visibility(name) });
    } else if (kind === K.attribute) {
      const fieldScope = selfScope(x, x.tree.child(left, F.object));
      if (fieldScope === NONE) return;
      const nameNode = x.tree.child(left, F.attribute);
      const name = x.textOf(nameNode);
      if (x.binds(fieldScope, name)) return;
      x.define(node, {
        kind: Kind.field,
        name,
        nameNode,
        bindIn: fieldScope,
        container: x.symbolOfScope(fieldScope),
        flags: visibility(name),
        doc: "",
      });
    }
  };

  /** Class scope that `self` (or `cls`) belongs to, when the node is that parameter; -1 otherwise. */
  const selfScope = (x: Extraction, object: NodeIndex): number => {
    if (object === NONE || x.tree.kinds[object] !== K.identifier) return NONE;
    const name = x.textOf(object);
    if (name !== "self" && name !== "cls") return NONE;
    return x.enclosing(ScopeKind.class);
  };

  // ── references and bindings ─────────────────────────────────────────────────────────────────

  const referClass = (x: Extraction, node: NodeIndex): void => {
    const symbol = x.symbolAt(node);
    referDecorators(x, node, symbol);
    const bases = x.tree.child(node, F.superclasses);
    if (bases === NONE) return;
    for (let base = x.tree.firstChild(bases); base !== NONE; base = x.tree.nextSibling(base)) {
      if (!x.tree.isNamed(base) || x.tree.kinds[base] === K.keywordArgument) continue;
      const expression = x.type(base);
      if (expression >= 0) {
        x.refer(RefKind.inherit, lastName(x, base), expression, -1, -1, symbol);
      }
    }
  };

  const referDecorators = (x: Extraction, node: NodeIndex, symbol: number): void => {
    const parent = decorated(x, node);
    if (parent === NONE) return;
    for (let child = x.tree.firstChild(parent); child !== NONE; child = x.tree.nextSibling(child)) {
      if (x.tree.kinds[child] !== K.decorator) continue;
      const expression = x.tree.namedChild(child);
      if (expression === NONE || x.tree.kinds[expression] === K.call) continue;
      x.refer(RefKind.decorate, lastName(x, expression), x.value(expression), -1, -1, symbol);
    }
  };

  const referFunction = (x: Extraction, node: NodeIndex): void => {
    const symbol = x.symbolAt(node);
    referDecorators(x, node, symbol);
    const returns = x.tree.child(node, F.returnType);
    if (returns !== NONE) x.setType(symbol, x.type(returns));
    bindTypeParameters(x, node);
    bindParameters(x, node, symbol);
  };

  const referLambda = (x: Extraction, node: NodeIndex): void => {
    const symbol = x.symbolAt(node);
    bindParameters(x, node, symbol);
    x.addValue(symbol, x.value(x.tree.child(node, F.body)));
  };

  const bindTypeParameters = (x: Extraction, node: NodeIndex): void => {
    const list = x.tree.child(node, F.typeParameters);
    if (list === NONE) return;
    let index = 0;
    for (let child = x.tree.firstChild(list); child !== NONE; child = x.tree.nextSibling(child)) {
      if (!x.tree.isNamed(child)) continue;
      const name = x.textOf(child).replace(/[^\w].*$/s, "");
      x.bind(x.scope, name, BindingKind.typeParameter, {
        offset: x.tree.starts[child]!,
        index: index++,
      });
    }
  };

  const bindParameters = (x: Extraction, node: NodeIndex, symbol: number): void => {
    const { tree } = x;
    const list = tree.child(node, F.parameters);
    if (list === NONE) return;
    let index = 0;
    let least = 0;
    let most = 0;
    const flags = x.facts.tables.symbols.get(symbol, 12);
    const isMethod = x.scopeKind(x.scopeParent(x.scope)) === ScopeKind.class &&
      !(flags & Flag.static) &&
      !(flags & Flag.anonymous);
    for (let p = tree.firstChild(list); p !== NONE; p = tree.nextSibling(p)) {
      if (!tree.isNamed(p) || tree.isExtra(p)) continue;
      const kind = tree.kinds[p]!;
      if (kind === K.keywordSeparator || kind === K.positionalSeparator) continue;
      const nameNode = parameterName(x, p);
      if (nameNode === NONE) continue;
      const typeNode = tree.child(p, F.type);
      const valueNode = tree.child(p, F.value);
      const starred = x.text[tree.starts[p]!] === "*";
      const self = index === 0 && isMethod && typeNode === NONE;
      x.bind(x.scope, x.textOf(nameNode), BindingKind.parameter, {
        type: starred ? -1 : self ? selfType(x, flags) : typeNode === NONE ? -1 : x.type(typeNode),
        value: valueNode === NONE ? -1 : x.value(valueNode),
        offset: tree.starts[nameNode]!,
        index,
      });
      index++;
      if (self) continue;
      if (starred) most = 255;
      else {
        most = Math.min(254, most + 1);
        if (valueNode === NONE) least++;
      }
    }
    x.setArity(symbol, least, most);
  };

  /** Type of the first parameter of a method: the instance, or for a class method the class. */
  const selfType = (x: Extraction, flags: number): number => {
    const self = x.facts.expression(Op.selfType, x.enclosing(ScopeKind.class));
    return flags & Flag.classMethod ? x.facts.expression(Op.typeOf, self) : self;
  };

  const parameterName = (x: Extraction, parameter: NodeIndex): NodeIndex => {
    const { tree } = x;
    if (tree.kinds[parameter] === K.identifier) return parameter;
    const named = tree.child(parameter, F.name);
    if (named !== NONE) return tree.kinds[named] === K.identifier ? named : tree.namedChild(named);
    const first = tree.namedChild(parameter);
    if (first === NONE) return NONE;
    return tree.kinds[first] === K.identifier ? first : tree.namedChild(first);
  };

  const referCall = (x: Extraction, node: NodeIndex): void => {
    const callee = x.tree.child(node, F.function);
    const name = lastName(x, callee);
    const args = x.tree.child(node, F.arguments);
    if (name !== NONE) {
      x.refer(RefKind.call, name, x.value(callee), argumentCount(x, args), x.value(node));
    }
    if (x.tree.kinds[args] === K.argumentList) mentionAll(x, args);
  };

  const argumentCount = (x: Extraction, args: NodeIndex): number => {
    if (x.tree.kinds[args] !== K.argumentList) return 1;
    let count = 0;
    for (let a = x.tree.firstChild(args); a !== NONE; a = x.tree.nextSibling(a)) {
      if (!x.tree.isNamed(a) || x.tree.isExtra(a)) continue;
      const kind = x.tree.kinds[a];
      if (kind === K.listSplat || kind === K.dictionarySplat) return -2;
      count++;
    }
    return count;
  };

  /** Names and attributes among a node's children may be functions handed on as values. */
  const mentionAll = (x: Extraction, node: NodeIndex): void => {
    for (let child = x.tree.firstChild(node); child !== NONE; child = x.tree.nextSibling(child)) {
      mention(x, x.tree.kinds[child] === K.keywordArgument ? x.tree.child(child, F.value) : child);
    }
  };

  const mention = (x: Extraction, node: NodeIndex): void => {
    if (node === NONE) return;
    const kind = x.tree.kinds[node];
    if (kind === K.identifier || kind === K.attribute) x.mention(lastName(x, node), x.value(node));
  };

  /** Node of the last name of `a`, `a.b`, `a.b()`, `a.b[c]`; -1 when there is none. */
  const lastName = (x: Extraction, node: NodeIndex): NodeIndex => {
    const { tree } = x;
    let at = node;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === K.identifier) return at;
      if (kind === K.attribute) at = tree.child(at, F.attribute);
      else if (kind === K.type || kind === K.dottedName) {
        at = tree.namedChild(at, tree.namedChildCount(at) - 1);
      } else {return kind === K.call
          ? NONE
          : tree.child(at, F.value) !== NONE
          ? tree.child(at, F.value)
          : NONE;}
    }
    return NONE;
  };

  const referAssignment = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const left = tree.child(node, F.left);
    const right = tree.child(node, F.right);
    const typeNode = tree.child(node, F.type);
    const type = typeNode === NONE ? -1 : x.type(typeNode);
    const value = right === NONE ? -1 : x.value(right);
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) {
      x.setType(symbol, type);
      x.addValue(symbol, value);
    }
    mention(x, right);
    if (right !== NONE && LISTS.has(tree.kinds[right]!)) mentionAll(x, right);
    assign(x, left, type, value, symbol);
    if (x.scopeKind() === ScopeKind.file && x.textOf(left) === "__all__") exportAll(x, right);
  };

  /** Binds the names on the left of an assignment, a `for`, a `with`, an `except`. */
  const assign = (
    x: Extraction,
    target: NodeIndex,
    type: number,
    value: number,
    symbol = NONE,
  ): void => {
    const { tree } = x;
    if (target === NONE) return;
    const kind = tree.kinds[target]!;
    if (kind === K.identifier) {
      x.bind(x.scope, x.textOf(target), BindingKind.variable, {
        type,
        value,
        offset: tree.starts[target]!,
        symbol,
      });
    } else if (kind === K.attribute) {
      const scope = selfScope(x, tree.child(target, F.object));
      if (scope === NONE) return;
      x.bind(scope, x.textOf(tree.child(target, F.attribute)), BindingKind.field, {
        type,
        value,
        offset: tree.starts[target]!,
        symbol,
      });
    } else if (UNPACKED.has(kind)) {
      let index = 0;
      for (let child = tree.firstChild(target); child !== NONE; child = tree.nextSibling(child)) {
        if (!tree.isNamed(child)) continue;
        const part = value < 0 ? -1 : x.facts.expression(Op.pick, value, index);
        assign(x, child, -1, part);
        index++;
      }
    }
  };

  const exportAll = (x: Extraction, list: NodeIndex): void => {
    if (list === NONE) return;
    for (let item = x.tree.firstChild(list); item !== NONE; item = x.tree.nextSibling(item)) {
      if (x.tree.kinds[item] !== K.string) continue;
      const content = x.tree.childOfKind(item, K.stringContent);
      if (content === NONE) continue;
      const name = x.textOf(content);
      const offset = x.tree.starts[content]!;
      x.facts.export(name, { expression: x.nameExpression(name, offset), line: x.lineAt(offset) });
    }
  };

  const referFor = (x: Extraction, node: NodeIndex): void => {
    const iterated = x.value(x.tree.child(node, F.right));
    assign(
      x,
      x.tree.child(node, F.left),
      -1,
      iterated < 0 ? -1 : x.facts.expression(Op.element, iterated),
    );
  };

  const referAs = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const source = tree.namedChild(node);
    const target = tree.child(node, F.alias);
    if (target === NONE) return;
    const value = x.value(source);
    const parentKind = tree.kinds[tree.parents[node]!];
    const inWith = parentKind !== undefined && WITH_ITEM.has(parentKind);
    // `with f() as x` gives what `__enter__` returns; `except E as e` an instance of E.
    const bound = value < 0
      ? -1
      : inWith
      ? x.callExpression(x.memberExpression(value, "__enter__"), [])
      : x.facts.expression(Op.instance, x.type(source));
    const name = tree.namedChild(target);
    assign(x, name === NONE ? target : name, -1, bound);
  };
  const WITH_ITEM = g.kinds("with_item");

  const referReturn = (x: Extraction, node: NodeIndex): void => {
    const value = x.tree.namedChild(node);
    if (value === NONE) return;
    mention(x, value);
    x.addValue(x.symbol, x.value(value));
  };

  const referNamed = (x: Extraction, node: NodeIndex): void => {
    assign(x, x.tree.child(node, F.name), -1, x.value(x.tree.child(node, F.value)));
  };

  // ── imports ─────────────────────────────────────────────────────────────────────────────────

  const importModule = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.name) continue;
      const aliased = tree.kinds[child] === K.aliasedImport;
      const nameNode = aliased ? tree.child(child, F.name) : child;
      const specifier = x.textOf(nameNode).replace(/\s/g, "");
      const offset = tree.starts[nameNode]!;
      const line = x.lineAt(offset);
      const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
      // `import a.b` binds `a`; that `a.b` is reachable through it is the module system's matter.
      const bound = aliased ? x.textOf(tree.child(child, F.alias)) : specifier.replace(/\..*$/, "");
      const row = x.facts.import(aliased ? specifier : bound, ImportKind.module, at);
      if (!aliased && bound !== specifier) x.facts.import(specifier, ImportKind.effect, at);
      x.bind(x.scope, bound, BindingKind.import, { index: row, offset });
    }
  };

  const importFrom = (x: Extraction, node: NodeIndex): void => {
    const { tree } = x;
    const specifier = x.textOf(tree.child(node, F.moduleName)).replace(/\s/g, "");
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      const offset = tree.starts[child]!;
      const line = x.lineAt(offset);
      const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
      if (tree.kinds[child] === K.wildcard) x.facts.import(specifier, ImportKind.all, at);
      if (tree.fields[child] !== F.name) continue;
      const aliased = tree.kinds[child] === K.aliasedImport;
      const name = x.textOf(aliased ? tree.child(child, F.name) : child);
      const bound = aliased ? x.textOf(tree.child(child, F.alias)) : name;
      const row = x.facts.import(specifier, ImportKind.name, { ...at, name });
      x.bind(x.scope, bound, BindingKind.import, { index: row, offset });
    }
  };

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  const name = (x: Extraction, node: NodeIndex): number =>
    x.nameExpression(x.textOf(node), x.tree.starts[node]!);

  const attribute = (x: Extraction, node: NodeIndex): number => {
    const attributeName = x.textOf(x.tree.child(node, F.attribute));
    const object = x.value(x.tree.child(node, F.object));
    if (attributeName === "__class__") return x.facts.expression(Op.classOf, object);
    return x.memberExpression(object, attributeName);
  };

  const call = (x: Extraction, node: NodeIndex): number => {
    const { tree } = x;
    const callee = tree.child(node, F.function);
    const args = tree.child(node, F.arguments);
    if (tree.kinds[callee] === K.identifier) {
      const text = x.textOf(callee);
      if (text === "super") return x.facts.expression(Op.super, x.enclosing(ScopeKind.class));
      if (text === "type" && tree.namedChildCount(args) === 1) {
        return x.facts.expression(Op.classOf, x.value(tree.namedChild(args)));
      }
    }
    return x.callExpression(x.value(callee), argumentValues(x, args));
  };

  const argumentValues = (x: Extraction, args: NodeIndex): number[] => {
    const values: number[] = [];
    for (let a = x.tree.firstChild(args); a !== NONE; a = x.tree.nextSibling(a)) {
      if (!x.tree.isNamed(a) || x.tree.isExtra(a)) continue;
      if (x.tree.kinds[a] !== K.keywordArgument) values.push(x.value(a));
    }
    return values;
  };

  const subscript = (x: Extraction, node: NodeIndex): number => {
    const index = x.tree.child(node, F.subscript);
    const indexed = index === NONE ? -1 : x.value(index);
    return x.facts.expression(Op.index, x.value(x.tree.child(node, F.value)), indexed);
  };

  const either = (x: Extraction, first: number, second: number): number =>
    first < 0 ? second : second < 0 ? first : x.facts.expression(Op.either, first, second);

  const conditional = (x: Extraction, node: NodeIndex): number =>
    either(x, x.value(x.tree.namedChild(node, 0)), x.value(x.tree.namedChild(node, 2)));

  const booleanOperator = (x: Extraction, node: NodeIndex): number =>
    either(x, x.value(x.tree.child(node, F.left)), x.value(x.tree.child(node, F.right)));

  const listOf = (type: string) => (x: Extraction, node: NodeIndex): number => {
    const first = x.tree.namedChild(node);
    const element = first === NONE ? -1 : x.value(first);
    return x.facts.expression(Op.apply, x.literal(type), x.facts.list([element]), 1);
  };

  const tuple = (x: Extraction, node: NodeIndex): number => {
    const values: number[] = [];
    const count = Math.min(x.tree.namedChildCount(node), 8);
    for (let i = 0; i < count; i++) values.push(x.value(x.tree.namedChild(node, i)));
    return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
  };

  const comprehension = (type: string) => (x: Extraction, node: NodeIndex): number => {
    const element = x.value(x.tree.child(node, F.body));
    return x.facts.expression(Op.apply, x.literal(type), x.facts.list([element]), 1);
  };

  const inner = (x: Extraction, node: NodeIndex): number => x.value(x.tree.namedChild(node));
  const literal = (type: string) => (x: Extraction): number => x.literal(type);

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  const innerType = (x: Extraction, node: NodeIndex): number => x.type(x.tree.namedChild(node));

  const genericType = (x: Extraction, node: NodeIndex): number => {
    const list = x.tree.childOfKind(node, K.typeParameter);
    return applied(x, x.type(x.tree.namedChild(node)), list);
  };

  const subscriptType = (x: Extraction, node: NodeIndex): number => {
    const args: number[] = [];
    for (let child = x.tree.firstChild(node); child !== NONE; child = x.tree.nextSibling(child)) {
      if (x.tree.fields[child] === F.subscript) args.push(x.type(child));
    }
    return applyType(x, x.type(x.tree.child(node, F.value)), args);
  };

  const applied = (x: Extraction, base: number, list: NodeIndex): number => {
    const args: number[] = [];
    if (list !== NONE) {
      for (let child = x.tree.firstChild(list); child !== NONE; child = x.tree.nextSibling(child)) {
        if (x.tree.isNamed(child)) args.push(x.type(child));
      }
    }
    return applyType(x, base, args);
  };

  const applyType = (x: Extraction, base: number, args: number[]): number =>
    x.facts.expression(Op.apply, base, x.facts.list(args), args.length);

  /** `A | B`. */
  const unionType = (x: Extraction, node: NodeIndex): number =>
    either(x, x.type(x.tree.namedChild(node, 0)), x.type(x.tree.namedChild(node, 1)));

  /** A type written as a string: `"Node"`, `"pkg.Node"`, `"Node | None"`. */
  const quotedType = (x: Extraction, node: NodeIndex): number => {
    const content = x.tree.childOfKind(node, K.stringContent);
    if (content === NONE) return -1;
    let expression = -1;
    for (const part of x.textOf(content).split("|")) {
      const match = /^\s*([\w.]+)/.exec(part);
      if (match === null || match[1] === "None") continue;
      const [first, ...rest] = match[1]!.split(".");
      let named = x.nameExpression(first!, x.tree.starts[content]!);
      for (const member of rest) named = x.memberExpression(named, member);
      expression = either(x, expression, named);
    }
    return expression;
  };

  return {
    define: {
      class_definition: defineClass,
      function_definition: defineFunction,
      lambda: defineLambda,
      assignment: defineAssigned,
      list_comprehension: (x, node) => void x.openScope(node, ScopeKind.block),
      set_comprehension: (x, node) => void x.openScope(node, ScopeKind.block),
      dictionary_comprehension: (x, node) => void x.openScope(node, ScopeKind.block),
      generator_expression: (x, node) => void x.openScope(node, ScopeKind.block),
    },
    refer: {
      class_definition: referClass,
      function_definition: referFunction,
      lambda: referLambda,
      call: referCall,
      assignment: referAssignment,
      named_expression: referNamed,
      for_statement: referFor,
      for_in_clause: referFor,
      as_pattern: referAs,
      return_statement: referReturn,
      import_statement: importModule,
      import_from_statement: importFrom,
      future_import_statement: () => {},
      pair: (x, node) => mention(x, x.tree.child(node, F.value)),
    },
    values: {
      identifier: name,
      attribute,
      call,
      subscript,
      await: (x, node) => x.facts.expression(Op.await, inner(x, node)),
      parenthesized_expression: inner,
      conditional_expression: conditional,
      boolean_operator: booleanOperator,
      named_expression: (x, node) => x.value(x.tree.child(node, F.value)),
      lambda: (x, node) => x.facts.expression(Op.symbol, x.symbolAt(node)),
      list: listOf("list"),
      set: listOf("set"),
      dictionary: literal("dict"),
      tuple,
      expression_list: tuple,
      list_comprehension: comprehension("list"),
      set_comprehension: comprehension("set"),
      generator_expression: comprehension("list"),
      dictionary_comprehension: literal("dict"),
      string: literal("str"),
      concatenated_string: literal("str"),
      integer: literal("int"),
      float: literal("float"),
      true: literal("bool"),
      false: literal("bool"),
    },
    types: {
      type: innerType,
      generic_type: genericType,
      subscript: subscriptType,
      union_type: unionType,
      binary_operator: unionType,
      member_type: (x, node) =>
        x.memberExpression(
          x.type(x.tree.namedChild(node, 0)),
          x.textOf(x.tree.namedChild(node, 1)),
        ),
      string: quotedType,
      none: () => -1,
    },
    docs: { line: ["#"], block: [] },
  };
}

/** Python. */
export const python: Language = {
  id: "python",
  name: "Python",
  extensions: [".py", ".pyi", ".pyw"],
  interpreters: ["python", "python2", "python3", "pypy", "pypy3"],
  grammar: "python",
  rules,
  modules: pythonModules,
  semantics: pythonSemantics,
};
