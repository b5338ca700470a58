/** What R's expressions are, as far as resolution can follow. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, Scope } from "../../extract/facts.ts";
import { foreignModule } from "../../extract/foreign_modules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { ClassDefinitions } from "./classes.ts";
import { Bound, fileState, type RClass } from "./file_state.ts";
import type { Argument, Callee, RSyntax } from "./syntax.ts";

/** Functions that give back their first argument. */
const GIVE_BACK = new Set(
  ("invisible return identity force suppressWarnings suppressMessages suppressPackageStartupMessages structure " +
    "isolate tryCatch try withCallingHandlers validObject local evalq with_seed print").split(" "),
);

/** Members that give another instance of the same class. */
const COPIERS = new Set(["clone", "copy"]);
/** Functions that call native code: their first argument says which. */
export const NATIVE_CALLS = new Set([".Call", ".External", ".External2", ".C", ".Fortran"]);
/** Functions whose value is told by their arguments. */
const SPECIAL = new Set([
  ...GIVE_BACK,
  ...NATIVE_CALLS,
  ..."new ggproto ggproto_parent switch match.fun get get0 getFunction".split(" "),
]);
/** Package that runs Python, its functions that give a module, and what stands for the main one. */
const RETICULATE = "reticulate";
const PYTHON_IMPORTS = new Set(["import", "import_from_path"]);
const PYTHON = "py";
const MAIN_MODULE = "__main__";
/** Other functions of that package, by which a file that imports all of it is known. */
const PYTHON_FUNCTIONS = /\b(?:py_[a-z_]+|r_to_py|import_builtins)\(/;
/** Branches of one `switch` that are looked at. */
const MOST_BRANCHES = 6;
/** Names by which a method speaks of its instance. */
const SELF_NAMES = new Set(["self", "private", ".self"]);

/** Turns nodes into expressions. */
export class Values {
  readonly #syntax: RSyntax;
  readonly #classes: ClassDefinitions;
  /** What the text of the file in hand was found to name. */
  #text = "";
  #hasPython = false;

  constructor(syntax: RSyntax, classes: ClassDefinitions) {
    this.#syntax = syntax;
    this.#classes = classes;
  }

  /** A name that is read. */
  identifier(x: Extraction, node: NodeIndex): number {
    const name = this.#syntax.nameOf(x, node);
    if (name === PYTHON && this.#usesPython(x)) return this.#ofPython(x, MAIN_MODULE);
    const state = fileState(x);
    const scope = state.scopeOf(name, x.scope);
    const named = x.nameExpression(name, 0, scope);
    if (scope > 0) return named;
    const own = state.classAround();
    if (own !== undefined) return this.#inClass(x, own, name) ?? named;
    const apart = SELF_NAMES.has(name) ? state.classApart() : undefined;
    return apart === undefined ? named : this.#instanceOf(x, x.nameExpression(apart, 0, 0));
  }

  /** What a name means in a method, when it is the instance, its parent's view, or a field. */
  #inClass(x: Extraction, own: RClass, name: string): number | undefined {
    if (name === "super") return this.#classes.superOf(x, own);
    const self = x.facts.expression(Op.self, own.scope);
    if (SELF_NAMES.has(name)) return self;
    // Methods of a reference class see the fields as variables.
    if (own.system !== "RC" || !(own.inherits || own.members.has(name))) return undefined;
    return x.memberExpression(self, name);
  }

  /** A name that is called. One that the file gives to data alone means something outside the file. */
  called(x: Extraction, name: string): number {
    const state = fileState(x);
    const scope = state.scopeOfCalled(name, x.scope);
    const isData = scope === 0 && state.boundAs(0, name) === Bound.data;
    return x.nameExpression(name, 0, isData ? NONE : scope);
  }

  /** The function that a plain or qualified name means when it is called. */
  callee(x: Extraction, callee: Callee): number {
    return callee.package === ""
      ? this.called(x, callee.name)
      : this.#memberOfPackage(x, callee.package, callee.name);
  }

  #memberOfPackage(x: Extraction, name: string, member: string): number {
    const module = x.facts.expression(Op.module, x.facts.text(name));
    return x.memberExpression(module, member);
  }

  /** `pkg::f`. */
  qualified(x: Extraction, node: NodeIndex): number {
    const named = this.#syntax.namedFunction(x, node);
    return named === undefined ? -1 : this.#memberOfPackage(x, named.package, named.name);
  }

  /** `x$f` and `x@f`. */
  extract(x: Extraction, node: NodeIndex): number {
    const name = this.#syntax.nameOf(x, x.tree.child(node, this.#syntax.fields.rhs));
    if (name === "") return -1;
    return x.memberExpression(x.value(x.tree.child(node, this.#syntax.fields.lhs)), name);
  }

  /** `x[["f"]]` is `x$f`; another index gives an element. */
  subset2(x: Extraction, node: NodeIndex): number {
    const owner = x.value(x.tree.child(node, this.#syntax.fields.function));
    if (owner < 0) return -1;
    const first = this.#syntax.argumentsOf(x, node)[0];
    const name = first === undefined ? undefined : this.#syntax.stringOf(x, first.value);
    return name === undefined
      ? x.facts.expression(Op.index, owner, -1)
      : x.memberExpression(owner, name);
  }

  /** What a call gives. */
  call(x: Extraction, node: NodeIndex): number {
    const state = fileState(x);
    const own = state.classes.get(node);
    if (own !== undefined) return x.facts.expression(Op.symbol, own.symbol);
    const list = state.lists.get(node);
    if (list !== undefined) return x.facts.expression(Op.object, list);
    const callee = this.#syntax.calleeOf(x, node);
    if (callee === undefined) return this.#memberCall(x, node);
    if (PYTHON_IMPORTS.has(callee.name)) {
      const module = this.#importedFromPython(x, node, callee);
      if (module >= 0) return module;
    }
    if (SPECIAL.has(callee.name)) {
      return this.#special(x, callee.name, this.#syntax.argumentsOf(x, node));
    }
    return x.callExpression(this.callee(x, callee), []);
  }

  /** `import("numpy")` of reticulate: a module of Python's; -1 for functions of that name elsewhere. */
  #importedFromPython(x: Extraction, node: NodeIndex, callee: Callee): number {
    if (callee.package === "" ? !this.#usesPython(x) : callee.package !== RETICULATE) return -1;
    const first = this.#syntax.argument(this.#syntax.argumentsOf(x, node), "module", 0);
    const module = this.#syntax.stringOf(x, first);
    return module === undefined ? -1 : this.#ofPython(x, module);
  }

  #ofPython(x: Extraction, module: string): number {
    return x.facts.expression(Op.external, x.facts.text(foreignModule("python", module)));
  }

  #usesPython(x: Extraction): boolean {
    if (this.#text !== x.text) {
      this.#text = x.text;
      this.#hasPython = x.text.includes(RETICULATE) || PYTHON_FUNCTIONS.test(x.text);
    }
    return this.#hasPython;
  }

  #special(x: Extraction, name: string, args: readonly Argument[]): number {
    if (GIVE_BACK.has(name)) return x.value(this.#syntax.argument(args, "x", 0));
    if (NATIVE_CALLS.has(name)) {
      const routine = this.#syntax.argument(args, ".NAME", 0);
      return x.callExpression(this.called(x, name), [x.value(routine)]);
    }
    switch (name) {
      case "new":
        return this.#instance(x, this.#syntax.argument(args, "Class", 0));
      case "match.fun":
        return this.#matched(x, this.#syntax.argument(args, "FUN", 0));
      case "getFunction":
        return this.#matched(x, this.#syntax.argument(args, "name", 0));
      case "get":
      case "get0":
        return this.#got(x, this.#syntax.argument(args, "x", 0));
      case "ggproto":
        return this.#instanceOf(x, x.value(this.#syntax.argument(args, "_inherit", 1)));
      case "ggproto_parent": {
        const around = fileState(x).classAround();
        return around === undefined ? -1 : this.#classes.superOf(x, around);
      }
      default:
        return this.#either(x, args.slice(1, 1 + MOST_BRANCHES).map(({ value }) => value));
    }
  }

  /** `match.fun(f)`, `match.fun("f")`. */
  #matched(x: Extraction, node: NodeIndex): number {
    const name = this.#syntax.stringOf(x, node);
    return name === undefined ? x.value(node) : this.called(x, name);
  }

  /** `get("f")`; a name that is worked out may be anything. */
  #got(x: Extraction, node: NodeIndex): number {
    return this.#syntax.stringOf(x, node) === undefined ? -1 : this.#matched(x, node);
  }

  #instance(x: Extraction, node: NodeIndex): number {
    const name = this.#syntax.stringOf(x, node);
    return this.#instanceOf(
      x,
      name === undefined ? x.value(node) : this.#classes.classExpression(x, name),
    );
  }

  #instanceOf(x: Extraction, type: number): number {
    return type < 0 ? -1 : x.callExpression(type, [], Op.construct);
  }

  /** `A$new()`, `x$clone()`, `x$f()`. */
  #memberCall(x: Extraction, node: NodeIndex): number {
    const callee = this.#syntax.unwrapped(x, x.tree.child(node, this.#syntax.fields.function));
    if (callee === NONE) return -1;
    if (x.tree.kinds[callee] === this.#syntax.kinds.extract) {
      const name = this.#syntax.nameOf(x, x.tree.child(callee, this.#syntax.fields.rhs));
      const owner = x.value(x.tree.child(callee, this.#syntax.fields.lhs));
      if (name === "new") return this.#instanceOf(x, owner);
      if (COPIERS.has(name)) return owner;
    }
    const value = x.value(callee);
    return value < 0 ? -1 : x.callExpression(value, []);
  }

  /** Assignments give their value, pipes what their last call gives, `%||%` either side. */
  operator(x: Extraction, node: NodeIndex): number {
    const { fields } = this.#syntax;
    const assignment = this.#syntax.assignment(x, node);
    if (assignment !== undefined) return x.value(assignment.value);
    const operator = this.#syntax.operatorOf(x, node);
    const right = x.tree.child(node, fields.rhs);
    if (operator === "%||%") return this.#either(x, [x.tree.child(node, fields.lhs), right]);
    if (!this.#syntax.isPipe(operator)) return -1;
    if (operator === "%T>%") return x.value(x.tree.child(node, fields.lhs));
    const named = this.#syntax.namedFunction(x, right);
    return named === undefined ? x.value(right) : x.callExpression(this.callee(x, named), []);
  }

  /** Either branch of an `if`. */
  conditional(x: Extraction, node: NodeIndex): number {
    const { fields } = this.#syntax;
    const branches = [fields.consequence, fields.alternative];
    return this.#either(x, branches.map((field) => x.tree.child(node, field)));
  }

  #either(x: Extraction, nodes: readonly NodeIndex[]): number {
    let either = -1;
    for (const node of nodes) {
      const value = x.value(node);
      if (value < 0) continue;
      either = either < 0 || either === value
        ? value
        : x.facts.expression(Op.either, either, value);
    }
    return either;
  }

  /** A block gives what its last expression gives. */
  block(x: Extraction, node: NodeIndex): number {
    return x.value(this.#syntax.lastExpression(x, node));
  }

  /** A function literal, when it is one of the file's symbols. */
  functionLiteral(x: Extraction, node: NodeIndex): number {
    const symbol = fileState(x).functions.get(node);
    return symbol === undefined ? -1 : x.facts.expression(Op.symbol, symbol);
  }

  /** Whether the function around the walk is a symbol of its own. */
  isInNamedFunction(x: Extraction): boolean {
    const scope = fileState(x).ownScope();
    return scope > 0 && x.facts.tables.scopes.get(scope, Scope.SYMBOL) >= 0;
  }
}
