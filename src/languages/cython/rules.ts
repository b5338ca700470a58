/** The rules of Cython: those of Python, and on top of them what is declared for C. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  Binding,
  BindingKind,
  Flag,
  Import,
  ImportKind,
  Kind,
  Op,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { ExpressionRule, LanguageRules, NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { SYSTEM_FORM } from "../../resolve/modules/c_import_forms.ts";
import { CIMPORT_FORM } from "../../resolve/modules/cython_parts.ts";
import { pythonRules } from "../python.ts";
import { type CythonSource, type Declaration, type NamedPath, readCython } from "./source.ts";
import { referTypes, typeExpression } from "./types.ts";

/** How functions of C are reached that Cython declares, and methods of classes of C++. */
const FUNCTIONS = "cdef extern";
const METHODS = "cppclass";
/** Name under which a class keeps what makes its instances. */
const CONSTRUCTOR = "__init__";
const CLASS_KINDS = {
  class: Kind.class,
  struct: Kind.struct,
  enum: Kind.enum,
  type: Kind.type,
  property: Kind.property,
} as const;

/** Binds the rules to the grammar. */
export function cythonRules(g: Grammar): LanguageRules {
  return new CythonRules(g).rules();
}

class CythonRules {
  readonly #base: LanguageRules;
  readonly #identifier: number;
  #source: CythonSource = readCython("");
  /** Types of variables by the scope that they are declared in, and their name. */
  readonly #types = new Map<number, Map<number, number>>();
  /** Classes whose fields are declared. */
  readonly #declared = new Set<number>();

  constructor(g: Grammar) {
    this.#base = pythonRules(g);
    this.#identifier = g.kind("identifier");
  }

  rules(): LanguageRules {
    const { define, refer, values } = this.#base;
    return {
      ...this.#base,
      begin: (x) => this.#begin(x),
      define: {
        ...define,
        expression_statement: (x, node) => this.#defineDeclared(x, node),
        assignment: (x, node) => {
          if (!this.#isInDeclared(x)) define["assignment"]!(x, node);
        },
        class_definition: after(
          define["class_definition"],
          (x, node) => this.#defineClass(x, node),
        ),
        function_definition: after(
          define["function_definition"],
          (x, node) => this.#defineFunction(x, node),
        ),
      },
      refer: {
        ...refer,
        expression_statement: (x, node) => this.#referDeclared(x, node),
        function_definition: this.#typed(
          after(refer["function_definition"], (x, node) => this.#referFunction(x, node)),
        ),
        import_from_statement: (x, node) =>
          this.#referNames(x, node, refer["import_from_statement"]!),
        assignment: this.#typed(
          (x, node) => this.#referAssignment(x, node, refer["assignment"]!),
        ),
        for_statement: this.#typed(refer["for_statement"]!),
        as_pattern: this.#typed(refer["as_pattern"]!),
        unary_operator: (x, node) => this.#mentionCast(x, node),
      },
      values: { ...values, unary_operator: this.#cast(values["unary_operator"]!) },
    };
  }

  #begin(x: Extraction): void {
    this.#base.begin?.(x);
    this.#source = readCython(x.text);
    this.#types.clear();
    this.#declared.clear();
    // Both files of a module hold parts of its classes.
    const module = x.path.replace(/\.\w+$/, "");
    x.facts.tables.symbols.set(0, Sym.QUALIFIER, x.facts.text(module));
    for (const { path, start } of this.#source.headers) {
      this.#import(x, { path, start }, ImportKind.effect, SYSTEM_FORM);
    }
    for (const one of this.#source.includes) {
      this.#import(x, { ...one, path: `@/${one.path}` }, ImportKind.include, 0);
    }
  }

  #import(x: Extraction, { path, start }: NamedPath, kind: number, form: number): void {
    const line = x.lineAt(start);
    x.facts.import(path, kind, { scope: 0, line, column: x.columnAt(start, line), form });
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  #defineClass(x: Extraction, node: NodeIndex): void {
    const head = this.#source.classes.get(x.tree.starts[node]!);
    const symbol = x.symbolAt(node);
    if (head === undefined || symbol === NONE) return;
    x.facts.tables.symbols.set(symbol, Sym.KIND, CLASS_KINDS[head.what]);
    this.#declared.add(symbol);
    if (head.what === "class") x.facts.flag(symbol, Flag.extension);
    else if (head.what === "property") x.facts.flag(symbol, Flag.getter);
  }

  /** Whether the class around a function has no fields but those that it declares. */
  #isInDeclared(x: Extraction): boolean {
    const scope = x.isInFunction() ? x.enclosing(ScopeKind.class) : NONE;
    return scope !== NONE && this.#declared.has(x.symbolOfScope(scope));
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    const { symbols } = x.facts.tables;
    if (symbol === NONE || x.facts.textAt(symbols.get(symbol, Sym.NAME)) !== "__cinit__") return;
    symbols.set(symbol, Sym.KIND, Kind.constructor);
  }

  #defineDeclared(x: Extraction, node: NodeIndex): void {
    for (const one of this.#source.declarations.get(x.tree.starts[node]!) ?? []) {
      if (!x.isInFunction()) this.#define(x, node, one);
    }
  }

  #define(x: Extraction, node: NodeIndex, { what, declared, header, isPublic }: Declaration): void {
    const { name, start } = declared;
    const scope = x.functionScope();
    const inClass = x.scopeKind(scope) === ScopeKind.class;
    const kind = kindOf(x, scope, what, name);
    const symbol = x.define(node, {
      kind,
      name,
      bindIn: "nowhere",
      flags: (isPublic || header !== undefined || !inClass ? Flag.exported : 0) |
        (what === "function" || what === "struct" ? Flag.declaration : 0),
    });
    place(x, symbol, start);
    const isConstructor = kind === Kind.constructor;
    x.bind(scope, isConstructor ? CONSTRUCTOR : name, BindingKind.definition, {
      symbol,
      offset: start,
    });
    if (what === "constant" && inClass && this.#isOpen(x, node)) {
      x.bind(x.scopeParent(scope), name, BindingKind.definition, { symbol, offset: start });
    }
  }

  /** Whether the names of the enumeration around are names of the file as well. */
  #isOpen(x: Extraction, node: NodeIndex): boolean {
    for (let at = x.tree.parents[node]!; at !== NONE; at = x.tree.parents[at]!) {
      const head = this.#source.classes.get(x.tree.starts[at]!);
      if (head !== undefined) return head.isOpen;
    }
    return false;
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  #referDeclared(x: Extraction, node: NodeIndex): void {
    const all = this.#source.declarations.get(x.tree.starts[node]!);
    if (all === undefined) return;
    const scope = x.functionScope();
    for (const one of all) {
      const { declared, parameters, what } = one;
      const symbol = x.isInFunction() ? NONE : this.#symbolOf(x, scope, one);
      const user = symbol === NONE ? x.symbol : symbol;
      for (const type of parameters) referTypes(x, type, scope, user);
      if (declared.type !== undefined) referTypes(x, declared.type, scope, user);
      const type = declared.type === undefined || declared.isCallback
        ? -1
        : typeExpression(x, declared.type, scope);
      if (symbol === NONE) this.#declareLocal(x, scope, one, type);
      else {
        x.setType(symbol, type);
        if (what === "function") this.#callExtern(x, symbol, one);
        else this.#keepType(x, scope, declared.name, type);
      }
    }
  }

  #symbolOf(x: Extraction, scope: number, { declared: { name, start } }: Declaration): number {
    const { bindings } = x.facts.tables;
    const text = x.facts.text(name);
    for (let row = bindings.count - 1; row >= 0; row--) {
      const isMeant = bindings.get(row, Binding.OFFSET) === start &&
        bindings.get(row, Binding.SCOPE) === scope;
      if (!isMeant) continue;
      const symbol = bindings.get(row, Binding.SYMBOL);
      const isNamed = bindings.get(row, Binding.NAME) === text;
      if (isNamed || symbol >= 0) return symbol;
    }
    return NONE;
  }

  #declareLocal(x: Extraction, scope: number, { declared }: Declaration, type: number): void {
    this.#keepType(x, scope, declared.name, type);
    x.bind(scope, declared.name, BindingKind.variable, { type, offset: declared.start });
  }

  #keepType(x: Extraction, scope: number, name: string, type: number): void {
    if (type < 0) return;
    const names = this.#types.get(scope) ?? new Map<number, number>();
    this.#types.set(scope, names.set(x.facts.text(name), type));
  }

  /** What a header declares is defined in C, or in C++. */
  #callExtern(x: Extraction, symbol: number, { declared, header }: Declaration): void {
    if (header === undefined) return;
    const name = (declared.foreignName ?? declared.name).replace(/^.*::/, "");
    const owner = x.scopeKind(x.functionScope()) === ScopeKind.class ? x.symbol : NONE;
    if (owner === NONE) {
      return x.callForeign(name, declared.start, FUNCTIONS, header.replace(/\.\w+$/, ""), symbol);
    }
    const owned = x.facts.textAt(x.facts.tables.symbols.get(owner, Sym.NAME));
    x.callForeign(name, declared.start, METHODS, owned, symbol);
  }

  /** `from a cimport *` */
  #referNames(x: Extraction, node: NodeIndex, base: NodeRule): void {
    const { imports } = x.facts.tables;
    const first = imports.count;
    base(x, node);
    if (!/\bcimport\b/.test(x.textOf(node))) return;
    for (let row = first; row < imports.count; row++) {
      imports.set(row, Import.FORM, CIMPORT_FORM);
    }
  }

  #referFunction(x: Extraction, node: NodeIndex): void {
    const head = this.#source.functions.get(x.tree.starts[node]!);
    const symbol = x.symbolAt(node);
    if (head === undefined || symbol === NONE) return;
    const around = x.scopeParent(x.scope);
    if (head.type !== undefined) {
      referTypes(x, head.type, around, symbol);
      x.setType(symbol, typeExpression(x, head.type, around));
    }
    for (const [offset, type] of head.parameters) {
      referTypes(x, type, around, symbol);
      this.#keepType(x, x.scope, wordAt(x.text, offset), typeExpression(x, type, around));
    }
  }

  /** `cdef A a = f()`: what it is declared to be holds against what it is given. */
  #referAssignment(x: Extraction, node: NodeIndex, base: NodeRule): void {
    const start = x.tree.starts[node]!;
    const type = this.#source.variables.get(start);
    if (type !== undefined) {
      const scope = x.functionScope();
      referTypes(x, type, scope, x.symbol);
      this.#keepType(x, scope, wordAt(x.text, start), typeExpression(x, type, scope));
    }
    base(x, node);
    if (type !== undefined) {
      const symbol = x.symbolAt(x.tree.firstChild(node));
      if (symbol !== NONE) x.setType(symbol, typeExpression(x, type, x.functionScope()));
    }
  }

  /** A rule that binds names, some of which are declared. */
  #typed(rule: NodeRule): NodeRule {
    return (x, node) => {
      const { bindings } = x.facts.tables;
      const first = bindings.count;
      rule(x, node);
      if (this.#types.size === 0) return;
      for (let row = first; row < bindings.count; row++) {
        if (bindings.get(row, Binding.TYPE) >= 0) continue;
        const names = this.#types.get(bindings.get(row, Binding.SCOPE));
        const type = names?.get(bindings.get(row, Binding.NAME));
        if (type !== undefined) bindings.set(row, Binding.TYPE, type);
      }
    };
  }

  /** `<callback_t>f` */
  #mentionCast(x: Extraction, node: NodeIndex): void {
    if (!this.#source.casts.has(x.tree.starts[node]!)) return;
    const named = x.tree.namedChild(node);
    if (named !== NONE && x.tree.kinds[named] === this.#identifier) {
      x.mention(named, x.value(named));
    }
  }

  /** `<A>x` */
  #cast(base: ExpressionRule): ExpressionRule {
    return (x, node) => {
      const type = this.#source.casts.get(x.tree.starts[node]!);
      if (type === undefined) return base(x, node);
      const expression = typeExpression(x, type, x.scope);
      return expression < 0 ? base(x, node) : x.facts.expression(Op.instance, expression);
    };
  }
}

function kindOf(x: Extraction, scope: number, what: Declaration["what"], name: string): number {
  const inClass = x.scopeKind(scope) === ScopeKind.class;
  switch (what) {
    case "function": {
      if (!inClass) return Kind.function;
      const owner = x.symbolOfScope(scope);
      const own = x.facts.textAt(x.facts.tables.symbols.get(owner, Sym.NAME));
      return name === own ? Kind.constructor : Kind.method;
    }
    case "variable":
      return inClass ? Kind.field : Kind.variable;
    case "type":
      return Kind.type;
    case "struct":
      return Kind.struct;
    case "constant":
      return Kind.enumMember;
  }
}

/** The name of what is declared stands in the middle of what is one name to the grammar. */
function place(x: Extraction, symbol: number, offset: number): void {
  const { symbols } = x.facts.tables;
  const line = x.lineAt(offset);
  symbols.set(symbol, Sym.NAME_LINE, line);
  symbols.set(symbol, Sym.NAME_COLUMN, x.columnAt(offset, line));
}

function wordAt(text: string, offset: number): string {
  return /^\w+/.exec(text.slice(offset, offset + 200))?.[0] ?? "";
}

function after(first: NodeRule | undefined, second: NodeRule): NodeRule {
  return (x, node) => {
    first?.(x, node);
    second(x, node);
  };
}
