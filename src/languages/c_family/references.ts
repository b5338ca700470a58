/** Second pass: calls, mentions, types named, bindings, includes. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  BindingKind,
  Flag,
  ImportKind,
  Kind,
  Op,
  RefKind,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { isLeftOut } from "./conditionals.ts";
import type { Declarators, Declared } from "./declarators.ts";
import { CASTS, MAKERS } from "./expressions.ts";
import { LEFT_OUT_FORM, SYSTEM_FORM, USING_FORM } from "../../resolve/modules/c_import_forms.ts";
import { ExtensionOffers } from "./extension_offers.ts";
import type { FileState } from "./file_state.ts";
import type { GivenPlaces } from "./given_places.ts";
import { MODULE_MACROS, Offers } from "./offers.ts";
import type { Syntax } from "./syntax.ts";
import { isMacroName, type Types } from "./types.ts";

/** Longest macro body that is read for calls. */
const LONGEST_MACRO = 4000;

const NOWHERE = (): number => -1;

const KEYWORDS: ReadonlySet<string> = new Set(
  ("if for while switch return sizeof do else case goto defined typeof __typeof__ alignof _Alignof decltype catch " +
    "__attribute__ __extension__ _Pragma __pragma __asm__ asm static_assert _Static_assert").split(
      " ",
    ),
);

/** The referring rules, for one grammar. */
export class References {
  /** The macro names whose calls are in a macro's body, found by text. */
  readonly #callInText = /([A-Za-z_]\w*)\s*\(/g;
  readonly #offers: Offers;
  readonly #extensions = new ExtensionOffers();

  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly declarators: Declarators,
    readonly types: Types,
    readonly places: GivenPlaces,
  ) {
    this.#offers = new Offers(s);
  }

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const record: NodeRule = (x, node) => this.#referRecord(x, node);
    return {
      preproc_include: (x, node) => this.#include(x, node),
      preproc_function_def: (x, node) => this.#referMacro(x, node),
      preproc_def: (x, node) => this.#referConstant(x, node),
      function_definition: (x, node) => this.#referFunction(x, node),
      function_declarator: (x, node) => this.#referRecovered(x, node),
      declaration: (x, node) => this.#referDeclaration(x, node),
      field_declaration: (x, node) => this.#referDeclaration(x, node),
      parameter_declaration: (x, node) => this.#referParameter(x, node),
      type_definition: (x, node) => this.#referTypes(x, node),
      alias_declaration: (x, node) => this.#referAlias(x, node),
      struct_specifier: record,
      union_specifier: record,
      class_specifier: record,
      enum_specifier: record,
      enumerator: (x, node) => this.#referEnumerator(x, node),
      type_identifier: (x, node) => this.#referTypeName(x, node),
      call_expression: (x, node) => this.#referCall(x, node),
      new_expression: (x, node) => this.#referNew(x, node),
      compound_literal_expression: (x, node) => this.#referNew(x, node),
      field_initializer: (x, node) => this.#referInitializer(x, node),
      initializer_list: (x, node) => this.#mentionEntries(x, node),
      initializer_pair: (x, node) =>
        this.#mentionEntry(x, node, x.tree.child(node, this.s.F.value)),
      assignment_expression: (x, node) => this.#mentionAssigned(x, node),
      conditional_expression: (x, node) => this.#mentionBranches(x, node),
      return_statement: (x, node) => this.#referReturn(x, node),
      lambda_expression: (x, node) => this.#referLambda(x, node),
      for_range_loop: (x, node) => this.#referRange(x, node),
      using_declaration: (x, node) => this.#using(x, node),
      namespace_alias_definition: (x, node) => this.#aliasNamespace(x, node),
    };
  }

  // ── includes, using, macros ─────────────────────────────────────────────────────────────────

  #include(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const path = x.tree.child(node, F.path);
    if (path === NONE) return;
    const kind = x.tree.kinds[path];
    if (kind !== K.string && kind !== K.systemString) return;
    const specifier = x.textOf(path).slice(1, -1);
    const offset = x.tree.starts[path]!;
    const line = x.lineAt(offset);
    x.facts.import(specifier, ImportKind.include, {
      scope: 0,
      line,
      column: x.columnAt(offset, line),
      form: (kind === K.systemString ? SYSTEM_FORM : 0) |
        (isLeftOut(x, this.s, node) ? LEFT_OUT_FORM : 0),
    });
  }

  #using(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const named = tree.namedChild(node, tree.namedChildCount(node) - 1);
    if (named === NONE || x.scopeKind() === ScopeKind.class) return;
    const offset = tree.starts[named]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line), form: USING_FORM };
    const isNamespace = tree.childOfKind(node, this.s.K.namespaceToken) !== NONE;
    if (isNamespace) {
      const specifier = x.textOf(named).replace(/\s|^::/g, "");
      if (specifier === "std") this.state.usesStd = true;
      x.facts.import(specifier, ImportKind.all, at);
      return;
    }
    const last = this.declarators.lastName(x, named);
    const scope = this.declarators.qualifier(x, named);
    if (last === NONE || scope === "") return;
    const name = x.textOf(last);
    const row = x.facts.import(scope, ImportKind.name, { ...at, name });
    x.bind(x.scope, name, BindingKind.import, { index: row, offset });
  }

  #aliasNamespace(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const target = x.tree.namedChild(node, 1);
    if (nameNode === NONE || target === NONE) return;
    const parts = x.textOf(target).replace(/\s/g, "").split("::").filter((part) => part !== "");
    const offset = x.tree.starts[target]!;
    let value = -1;
    for (const part of parts) {
      value = value < 0 ? x.nameExpression(part, offset) : x.memberExpression(value, part);
    }
    x.bind(x.scope, x.textOf(nameNode), BindingKind.variable, {
      value,
      offset: x.tree.ends[node]!,
    });
  }

  /** The calls in a macro's body are what a call of the macro calls. */
  #referMacro(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    const symbol = x.symbolAt(node);
    const value = tree.child(node, F.value);
    if (symbol === NONE || value === NONE) return;
    const body = x.textOf(value);
    if (body.length > LONGEST_MACRO) return;
    const list = tree.child(node, F.parameters);
    const parameters = new Set<string>();
    for (
      let p = list === NONE ? NONE : tree.firstChild(list);
      p !== NONE;
      p = tree.nextSibling(p)
    ) {
      if (tree.kinds[p] === this.s.K.identifier) parameters.add(x.textOf(p));
    }
    const start = tree.starts[value]!;
    this.#callInText.lastIndex = 0;
    for (let match = this.#callInText.exec(body); match; match = this.#callInText.exec(body)) {
      const name = match[1]!;
      if (parameters.has(name) || KEYWORDS.has(name)) continue;
      const before = body[match.index - 1];
      if (before === "." || before === ">" || before === "#" || before === '"') continue;
      const offset = start + match.index;
      x.referAt(RefKind.call, name, offset, x.nameExpression(name, offset, 0), { symbol });
    }
  }

  /** `#define old_name new_name` stands for what it names. */
  #referConstant(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    const value = x.tree.child(node, this.s.F.value);
    if (symbol === NONE || value === NONE) return;
    this.#offers.macro(x, x.textOf(x.tree.child(node, this.s.F.name)), value);
    const name = x.textOf(value).trim();
    if (!/^[A-Za-z_]\w*$/.test(name) || name === x.textOf(x.tree.child(node, this.s.F.name))) {
      return;
    }
    x.addValue(symbol, x.nameExpression(name, x.tree.starts[value]!, 0));
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #referFunction(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    if (x.symbolOfScope(x.scopeParent(x.scope)) === NONE) this.state.leaveTop();
    const symbol = x.symbolAt(node);
    this.#bindTemplateParameters(x, node);
    const declared = this.declarators.read(x, tree.child(node, F.declarator));
    if (declared.function === NONE) return;
    const body = tree.child(node, F.body);
    const initializers = tree.childOfKind(node, this.s.K.fieldInitializerList);
    const inside = initializers === NONE ? body : initializers;
    const from = inside === NONE ? tree.ends[node]! : tree.starts[inside]!;
    this.#bindParameters(x, declared, symbol, from);
    if (symbol !== NONE) {
      x.setType(symbol, this.types.of(x, this.types.specified(x, node), declared));
      this.#referMacroOfFunction(x, node, declared, symbol);
      this.#offers.attributed(x, node, symbol);
      if (!this.s.isCpp) this.#extensions.sub(x, symbol);
    }
  }

  /** A function that was found in an error. */
  #referRecovered(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    if (symbol === NONE || x.scopeAt(node) !== x.scope) return;
    const { symbols } = x.facts.tables;
    if (symbols.get(symbol, Sym.FLAGS) & Flag.declaration) return;
    this.state.leaveTop();
    const declared = this.declarators.read(x, node);
    this.#bindParameters(x, declared, symbol, x.tree.ends[node]!);
    this.#referMacroOfFunction(x, node, declared, symbol);
  }

  /** `DEFINE_THING(name) { … }` calls the macro. */
  #referMacroOfFunction(x: Extraction, node: NodeIndex, declared: Declared, symbol: number): void {
    const flags = x.facts.tables.symbols.get(symbol, Sym.FLAGS);
    const name = x.textOf(declared.name);
    const isModule = MODULE_MACROS.has(name);
    if ((flags & (Flag.anonymous | Flag.test)) === 0 && !isModule) return;
    if (isModule) this.#offers.module(x, name, declared.function, symbol);
    this.state.afterMacro = x.tree.nexts[declared.function]!;
    const offset = x.tree.starts[declared.name]!;
    x.referAt(RefKind.call, name, offset, x.nameExpression(name, x.tree.starts[node]!, 0), {
      symbol,
    });
  }

  #bindTemplateParameters(x: Extraction, node: NodeIndex): void {
    const { K, TYPE_PARAMETERS } = this.s;
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent === NONE || tree.kinds[parent] !== K.templateDeclaration) return;
    const list = tree.child(parent, this.s.F.parameters);
    if (list === NONE) return;
    let index = 0;
    for (let p = tree.firstChild(list); p !== NONE; p = tree.nextSibling(p)) {
      if (!tree.isNamed(p) || tree.isExtra(p)) continue;
      const position = index++;
      if (!TYPE_PARAMETERS.has(tree.kinds[p]!)) continue;
      const nameNode = tree.childOfKind(p, K.typeIdentifier);
      if (nameNode === NONE) continue;
      const name = x.textOf(nameNode);
      this.state.typeParameters.set(name, x.scope);
      const given = tree.child(p, this.s.F.defaultType);
      x.bind(x.scope, name, BindingKind.typeParameter, {
        value: given === NONE ? -1 : x.type(given),
        offset: tree.starts[nameNode]!,
        index: position,
      });
    }
  }

  #bindParameters(x: Extraction, declared: Declared, symbol: number, from: number): void {
    const { F, K, PARAMETERS } = this.s;
    const { tree } = x;
    const list = tree.child(declared.function, F.parameters);
    if (list === NONE) return;
    let least = 0;
    let most = 0;
    for (let p = tree.firstChild(list); p !== NONE; p = tree.nextSibling(p)) {
      const kind = tree.kinds[p]!;
      if (kind === K.variadicParameter || kind === K.ellipsis) {
        most = 255;
        continue;
      }
      // In `int f(a, b) int a; char *b;` names stand alone, and declarations follow.
      if (kind === K.identifier) {
        least++;
        most++;
        continue;
      }
      if (!PARAMETERS.has(kind)) continue;
      const index = Math.min(most, 254);
      if (this.#isVoid(x, p)) continue;
      if (kind === K.variadicParameterDeclaration) most = 255;
      else if (most < 254) most++;
      if (kind === K.parameterDeclaration) least++;
      this.#bindParameter(x, p, index, from);
    }
    if (symbol !== NONE) x.setArity(symbol, least, most);
  }

  /** `f(void)` takes nothing. */
  #isVoid(x: Extraction, parameter: NodeIndex): boolean {
    return x.tree.child(parameter, this.s.F.declarator) === NONE && x.textOf(parameter) === "void";
  }

  #bindParameter(x: Extraction, parameter: NodeIndex, index: number, from: number): void {
    const { F } = this.s;
    const declarator = x.tree.child(parameter, F.declarator);
    if (declarator === NONE) return;
    const declared = this.declarators.read(x, declarator);
    if (declared.name === NONE || x.tree.kinds[declared.name] !== this.s.K.identifier) return;
    const name = x.textOf(declared.name);
    this.state.locals.add(name);
    x.bind(x.scope, name, BindingKind.parameter, {
      type: this.#variableType(x, this.types.specified(x, parameter), declared),
      offset: from,
      index,
    });
  }

  /** Type of a variable: of one that is a function by syntax, a function type. */
  #variableType(x: Extraction, base: number, declared: Declared): number {
    const type = this.types.ofVariable(x, base, declared);
    return declared.function === NONE ? type : x.facts.expression(Op.functionType, -1, 0, type);
  }

  /** Parameters of a handler: those of functions are bound with the function. */
  #referParameter(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const list = tree.parents[node]!;
    const owner = list === NONE ? NONE : tree.parents[list]!;
    if (owner === NONE || tree.kinds[owner] !== this.s.K.catchClause) return;
    this.#bindParameter(x, node, -1, tree.ends[node]!);
  }

  #referLambda(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    const declarator = tree.child(node, F.declarator);
    if (declarator === NONE) return;
    const declared = {
      name: NONE,
      function: declarator,
      outerFunction: NONE,
      isDerived: false,
      isPointer: false,
    };
    this.#bindParameters(x, declared, NONE, tree.ends[declarator]!);
  }

  #referReturn(x: Extraction, node: NodeIndex): void {
    const value = x.tree.namedChild(node);
    if (value === NONE) return;
    this.#mention(x, value);
    // A function that is declared `auto` gives what it returns.
    if (this.s.isCpp && x.symbol !== NONE) {
      const { symbols } = x.facts.tables;
      if (symbols.get(x.symbol, Sym.TYPE) < 0 && isCallableKind(symbols.get(x.symbol, Sym.KIND))) {
        x.addValue(x.symbol, x.value(value));
      }
    }
  }

  // ── declarations ────────────────────────────────────────────────────────────────────────────

  #referDeclaration(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const base = this.types.specified(x, node);
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.declarator) continue;
      const declared = this.declarators.read(x, child);
      const symbol = x.symbolAt(child);
      const initialized = tree.kinds[child] === K.initDeclarator
        ? tree.child(child, F.value)
        : this.#fieldDefault(x, child);
      this.#referInitialized(x, node, declared, initialized);
      if (initialized !== NONE && declared.name !== NONE) {
        this.#offers.table(x, node, x.textOf(declared.name), symbol, initialized);
      }
      if (symbol === NONE) this.#bindLocal(x, node, child, declared, base, initialized);
      else this.#describe(x, node, symbol, child, declared, base, initialized);
    }
  }

  /** The value after a field's declarator: `int x = 0;` in a class. */
  #fieldDefault(x: Extraction, declarator: NodeIndex): NodeIndex {
    const next = x.tree.nextSibling(declarator);
    if (next === NONE) return NONE;
    if (x.tree.fields[next] === this.s.F.defaultValue) return next;
    const after = x.tree.nextSibling(next);
    return after !== NONE && x.tree.fields[after] === this.s.F.defaultValue ? after : NONE;
  }

  /** Mentions in an initializer; `Foo f(1)` and `Foo f{1}` construct. */
  #referInitialized(x: Extraction, node: NodeIndex, declared: Declared, value: NodeIndex): void {
    if (value === NONE) return;
    const { F, K } = this.s;
    const { tree } = x;
    const kind = tree.kinds[value]!;
    if (kind === K.argumentList) this.#mentionAll(x, value);
    else this.#mention(x, value, () => this.places.ofVariable(x, declared.name, value));
    const constructs = this.s.isCpp && !declared.isDerived &&
      (kind === K.argumentList || kind === K.initializerList);
    if (!constructs) return;
    const type = tree.child(node, F.type);
    this.#referConstructed(x, type, value);
    this.#offers.constructed(x, type, x.textOf(declared.name), value);
  }

  /** A construction of the type that a node names; built-in types have none. */
  #referConstructed(x: Extraction, type: NodeIndex, args: NodeIndex): void {
    if (type === NONE) return;
    const { K } = this.s;
    const kind = x.tree.kinds[type]!;
    const isNamed = kind === K.typeIdentifier || kind === K.templateType || kind === K.qualified;
    if (!isNamed) return;
    const name = this.declarators.lastName(x, type);
    if (name === NONE || this.state.typeParameters.has(x.textOf(name))) return;
    const count = args === NONE ? 0 : x.tree.namedChildCount(args);
    x.refer(RefKind.construct, name, x.type(type), count);
  }

  #bindLocal(
    x: Extraction,
    node: NodeIndex,
    declarator: NodeIndex,
    declared: Declared,
    base: number,
    value: NodeIndex,
  ): void {
    const { K } = this.s;
    const scopeKind = x.scopeKind();
    if (declared.name === NONE) return;
    const { tree } = x;
    if (tree.kinds[declared.name] === K.structuredBinding) {
      this.#bindStructured(x, declared.name, x.value(value), tree.ends[node]!);
      return;
    }
    if (tree.kinds[declared.name] !== K.identifier && scopeKind !== ScopeKind.object) return;
    const name = x.textOf(declared.name);
    // A prototype inside a function names a function of elsewhere.
    if (declared.function !== NONE && scopeKind !== ScopeKind.object) {
      if (!this.s.isCpp || !this.#isConstruction(x, declared)) return;
      this.#referMisread(x, node, declared);
    }
    if (scopeKind === ScopeKind.object) {
      x.bind(x.scope, name, BindingKind.field, {
        type: this.#variableType(x, base, declared),
        offset: tree.starts[declared.name]!,
      });
      return;
    }
    this.state.locals.add(name);
    const type = declared.function === NONE ? this.types.ofVariable(x, base, declared) : base;
    x.bind(x.scope, name, BindingKind.variable, {
      type,
      value: type >= 0 || value === NONE ? -1 : x.value(value),
      offset: tree.ends[declarator]!,
    });
  }

  /** `Foo f(a, b);` in a function reads like a prototype whose parameters have no names. */
  #isConstruction(x: Extraction, declared: Declared): boolean {
    const { F, K } = this.s;
    const list = x.tree.child(declared.function, F.parameters);
    if (list === NONE) return false;
    const count = x.tree.namedChildCount(list);
    for (let i = 0; i < count; i++) {
      const parameter = x.tree.namedChild(list, i);
      const type = x.tree.child(parameter, F.type);
      if (type === NONE || !this.#isNamedType(x, type)) return false;
      const declarator = x.tree.child(parameter, F.declarator);
      if (declarator !== NONE && x.tree.kinds[declarator] !== K.abstractFunction) return false;
    }
    return count > 0;
  }

  #isNamedType(x: Extraction, type: NodeIndex): boolean {
    const kind = x.tree.kinds[type];
    return kind === this.s.K.typeIdentifier || kind === this.s.K.qualified;
  }

  /** The construction and the calls in `Foo f(a, g());`. */
  #referMisread(x: Extraction, node: NodeIndex, declared: Declared): void {
    const { F } = this.s;
    const { tree } = x;
    const list = tree.child(declared.function, F.parameters);
    this.#referConstructed(x, tree.child(node, F.type), list);
    const count = tree.namedChildCount(list);
    for (let i = 0; i < count; i++) {
      const parameter = tree.namedChild(list, i);
      const argument = tree.child(parameter, F.type);
      const name = this.declarators.lastName(x, argument);
      if (name === NONE) continue;
      const expression = argument === name
        ? x.nameExpression(x.textOf(name), tree.starts[name]!)
        : x.value(argument);
      if (tree.child(parameter, F.declarator) === NONE) {
        if (!this.state.locals.has(x.textOf(name))) x.mention(name, expression);
      } else x.refer(RefKind.call, name, expression, -1);
    }
  }

  /** Whether a type name is an argument in `Foo f(a, g());`. */
  #isMisreadArgument(x: Extraction, node: NodeIndex): boolean {
    const { F, K } = this.s;
    const { tree } = x;
    let parameter = tree.parents[node]!;
    while (tree.kinds[parameter] === K.qualified) parameter = tree.parents[parameter]!;
    if (!this.s.isCpp || tree.kinds[parameter] !== K.parameterDeclaration) return false;
    const declarator = tree.parents[tree.parents[parameter]!]!;
    const declaration = tree.parents[declarator]!;
    if (tree.kinds[declarator] !== K.functionDeclarator) return false;
    if (tree.kinds[declaration] !== K.declaration || !x.isInFunction()) return false;
    const scopeKind = x.scopeKind();
    if (scopeKind === ScopeKind.class || tree.fields[declarator] !== F.declarator) return false;
    return this.#isConstruction(x, this.declarators.read(x, declarator));
  }

  #bindStructured(x: Extraction, node: NodeIndex, value: number, offset: number): void {
    const { tree } = x;
    let index = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] !== this.s.K.identifier) continue;
      const name = x.textOf(child);
      this.state.locals.add(name);
      x.bind(x.scope, name, BindingKind.variable, {
        value: value < 0 ? -1 : x.facts.expression(Op.pick, value, index),
        offset,
      });
      index++;
    }
  }

  /** Type and value of a symbol that a declaration defines; the parameters of a prototype. */
  #describe(
    x: Extraction,
    node: NodeIndex,
    symbol: number,
    declarator: NodeIndex,
    declared: Declared,
    base: number,
    value: NodeIndex,
  ): void {
    const scope = x.scopeAt(declarator);
    if (declared.function !== NONE && scope !== NONE) {
      const around = x.scope;
      x.scope = scope;
      this.#bindTemplateParameters(x, node);
      this.#bindParameters(x, declared, symbol, x.tree.ends[node]!);
      x.setType(symbol, this.types.of(x, this.types.specified(x, node), declared));
      x.scope = around;
      return;
    }
    const type = this.types.ofVariable(x, base, declared);
    x.setType(symbol, type);
    if (type < 0 && value !== NONE) x.addValue(symbol, x.value(value));
  }

  #referTypes(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    const base = this.types.specified(x, node);
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.declarator) continue;
      const symbol = x.symbolAt(child);
      if (symbol === NONE) continue;
      const declared = this.declarators.read(x, child);
      x.setType(symbol, this.#variableType(x, base, declared));
    }
  }

  #referAlias(x: Extraction, node: NodeIndex): void {
    this.#bindTemplateParameters(x, node);
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) x.setType(symbol, x.type(x.tree.child(node, this.s.F.type)));
  }

  #referEnumerator(x: Extraction, node: NodeIndex): void {
    const enumeration = x.symbolOfScope(x.scope);
    const symbol = x.symbolAt(node);
    if (symbol === NONE || x.scopeKind() !== ScopeKind.class || enumeration === NONE) return;
    x.setType(symbol, x.facts.expression(Op.symbol, enumeration));
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #referRecord(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) {
      this.#referTag(x, node);
      return;
    }
    if (x.symbolOfScope(x.scopeParent(x.scope)) === NONE) this.state.leaveTop();
    this.#bindTemplateParameters(x, node);
    const clause = tree.childOfKind(node, K.baseClause);
    if (clause === NONE) return;
    for (let base = tree.firstChild(clause); base !== NONE; base = tree.nextSibling(base)) {
      if (!tree.isNamed(base) || tree.kinds[base] === K.accessSpecifier) continue;
      const name = this.declarators.lastName(x, base);
      const type = name === NONE ? -1 : x.type(base);
      if (type >= 0) x.refer(RefKind.inherit, name, type, -1, -1, symbol);
    }
    const written = tree.child(node, F.name);
    if (written !== NONE && tree.kinds[written] === K.templateType) {
      // A specialization has what it says itself, and else what the template says.
      const name = this.declarators.lastName(x, written);
      if (name === NONE) return;
    }
  }

  /** `struct x` where it is named, not defined. */
  #referTag(x: Extraction, node: NodeIndex): void {
    if (this.s.isCpp || x.tree.child(node, this.s.F.body) !== NONE) return;
    const name = x.tree.child(node, this.s.F.name);
    const parent = x.tree.parents[node]!;
    if (name === NONE || parent === NONE) return;
    if (x.tree.fields[node] === this.s.F.type) x.refer(RefKind.type, name, x.type(node));
  }

  #referTypeName(x: Extraction, node: NodeIndex): void {
    const { F, K, RECORDS, TYPE_PARAMETERS } = this.s;
    const { tree } = x;
    let above = tree.parents[node]!;
    let below = node;
    while (
      above !== NONE && (tree.kinds[above] === K.templateType || tree.kinds[above] === K.qualified)
    ) {
      // Only the last name of a qualified one is the type.
      if (tree.fields[below] !== F.name) return;
      below = above;
      above = tree.parents[above]!;
    }
    if (above === NONE) return;
    const kind = tree.kinds[above]!;
    const field = tree.fields[below]!;
    if (field === F.declarator || TYPE_PARAMETERS.has(kind) || kind === K.baseClause) return;
    if (
      field === F.name &&
      (RECORDS.has(kind) || kind === K.enumSpecifier || kind === K.aliasDeclaration)
    ) {
      return;
    }
    const name = x.textOf(node);
    if (node < this.state.afterMacro) return;
    if (this.state.typeParameters.has(name) || this.#isMisreadArgument(x, node)) return;
    // What is constructed there is named there.
    if (this.s.isCpp && x.hasReferenceAt(tree.starts[node]!)) return;
    const next = tree.nextSibling(node);
    if (next !== NONE && tree.kinds[next] === 65535 && isMacroName(name)) return;
    const type = x.type(below);
    if (type >= 0) x.refer(RefKind.type, node, type);
  }

  // ── calls and mentions ──────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const callee = tree.child(node, F.function);
    const args = tree.child(node, F.arguments);
    const above = tree.parents[tree.parents[node]!] ?? NONE;
    if (above !== NONE && tree.kinds[above] === K.attribute) return;
    if (args !== NONE) this.#mentionAll(x, args);
    if (callee === NONE) return;
    const name = this.#calledName(x, callee);
    if (name === NONE) return;
    const text = x.textOf(name);
    const kind = tree.kinds[callee];
    if (kind === K.templateFunction && CASTS.has(text)) return;
    const count = args === NONE ? 0 : tree.namedChildCount(args);
    x.refer(RefKind.call, name, x.value(callee), count, this.s.isCpp ? x.value(node) : -1);
    if (MAKERS.has(text)) this.#referMade(x, name, args);
    this.#offers.call(x, name, args);
  }

  /** `make_unique<Foo>(1)` constructs a `Foo`. */
  #referMade(x: Extraction, name: NodeIndex, args: NodeIndex): void {
    const { K } = this.s;
    const { tree } = x;
    const list = tree.childOfKind(tree.parents[name]!, K.templateArguments);
    const first = list === NONE ? NONE : tree.namedChild(list);
    if (first === NONE) return;
    const type = tree.kinds[first] === K.typeDescriptor ? tree.child(first, this.s.F.type) : first;
    this.#referConstructed(x, type, args);
  }

  #referNew(x: Extraction, node: NodeIndex): void {
    if (!this.s.isCpp) return;
    const { F } = this.s;
    const { tree } = x;
    let type = tree.child(node, F.type);
    if (type !== NONE && tree.kinds[type] === this.s.K.typeDescriptor) {
      type = tree.child(type, F.type);
    }
    const args = tree.child(node, F.arguments);
    if (args !== NONE) this.#mentionAll(x, args);
    this.#referConstructed(x, type, args);
  }

  /** `Foo() : Base(1), x(2)`: bases are constructed; fields are not told from them by syntax. */
  #referInitializer(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const target = tree.namedChild(node);
    const args = tree.namedChild(node, 1);
    if (args !== NONE) this.#mentionAll(x, args);
    const name = target === NONE ? NONE : this.declarators.lastName(x, target);
    if (name === NONE) return;
    const text = x.textOf(name);
    if (!this.#isBase(x, text)) return;
    const type = this.types.named(x, text, tree.starts[name]!);
    x.refer(RefKind.construct, name, type, args === NONE ? 0 : tree.namedChildCount(args));
  }

  #isBase(x: Extraction, name: string): boolean {
    const owner = this.state.owners.get(x.scope);
    const symbol = x.symbol;
    const own = owner !== undefined
      ? owner.slice(owner.lastIndexOf(":") + 1)
      : symbol === NONE
      ? ""
      : x.facts.textAt(x.facts.tables.symbols.get(symbol, Sym.NAME));
    if (name === own) return true;
    const bases = this.state.bases.get(own);
    return bases === undefined ? owner !== undefined && /^[A-Z]/.test(name) : bases.has(name);
  }

  /** Node of the last name of a callee; -1 when it has none. */
  #calledName(x: Extraction, callee: NodeIndex): NodeIndex {
    const { F, K } = this.s;
    const { tree } = x;
    let at = callee;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === K.identifier) return at;
      if (kind === K.fieldExpression) return this.declarators.lastName(x, tree.child(at, F.field));
      if (kind === K.qualified || kind === K.templateFunction) {
        return this.declarators.lastName(x, at);
      }
      if (kind === K.parenthesized) at = tree.namedChild(at);
      else if (kind === K.pointerExpression || kind === K.subscript) {
        at = tree.child(at, F.argument);
      } else return NONE;
    }
    return NONE;
  }

  #mentionEntries(x: Extraction, list: NodeIndex): void {
    const { tree } = x;
    const end = tree.nexts[list]!;
    for (let child = list + 1; child < end; child = tree.nexts[child]!) {
      this.#mentionEntry(x, child, child);
    }
  }

  #mentionEntry(x: Extraction, entry: NodeIndex, value: NodeIndex): void {
    this.#mention(x, value, () => this.places.ofEntry(x, entry, value));
  }

  #mentionAssigned(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const value = x.tree.child(node, F.right);
    this.#mention(x, value, () => this.places.ofAssigned(x, x.tree.child(node, F.left), value));
  }

  /** Names among a node's children may be functions handed on as values. */
  #mentionAll(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const end = tree.nexts[node]!;
    for (let child = node + 1; child < end; child = tree.nexts[child]!) this.#mention(x, child);
  }

  /** @param place gives what is given the value, as an expression */
  #mention(x: Extraction, node: NodeIndex, place: () => number = NOWHERE): void {
    const { F, K } = this.s;
    const { tree } = x;
    let at = node;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === K.pointerExpression) at = tree.child(at, F.argument);
      else if (kind === K.parenthesized) at = tree.namedChild(at);
      else break;
    }
    if (at === NONE) return;
    const kind = tree.kinds[at]!;
    if (kind === K.identifier) {
      if (!this.state.locals.has(x.textOf(at))) x.mention(at, x.value(at), place());
    } else if (kind === K.qualified) {
      const name = this.declarators.lastName(x, at);
      if (name !== NONE) x.mention(name, x.value(at), place());
    }
  }

  #mentionBranches(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const count = tree.namedChildCount(node);
    for (let i = 1; i < count; i++) this.#mention(x, tree.namedChild(node, i));
  }

  #referRange(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const declared = this.declarators.read(x, tree.child(node, F.declarator));
    if (declared.name === NONE) return;
    const type = this.types.specified(x, node);
    const ranged = x.value(tree.child(node, F.right));
    const offset = tree.ends[tree.child(node, F.right)] ?? tree.starts[node]!;
    const element = ranged < 0 ? -1 : x.facts.expression(Op.element, ranged);
    if (tree.kinds[declared.name] === K.structuredBinding) {
      this.#bindStructured(x, declared.name, element, offset);
      return;
    }
    if (tree.kinds[declared.name] !== K.identifier) return;
    const name = x.textOf(declared.name);
    this.state.locals.add(name);
    x.bind(x.scope, name, BindingKind.variable, { type, value: type >= 0 ? -1 : element, offset });
  }
}

function isCallableKind(kind: number): boolean {
  return kind === Kind.function || kind === Kind.method;
}
