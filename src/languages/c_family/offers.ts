/** Functions that C and C++ give names for other languages: tables of routines, attributes, modules. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { initializerFields } from "./initializer_fields.ts";
import { NodeOffers } from "./node_offers.ts";
import { PYTHON_STRUCTURES, pythonNames } from "./python_types.ts";
import type { Syntax } from "./syntax.ts";

/** Types of the rows of tables that give functions their names. */
const TABLES: ReadonlySet<string> = new Set(
  ("R_CallMethodDef R_CMethodDef R_FortranMethodDef R_ExternalMethodDef PyMethodDef luaL_Reg luaL_reg " +
    "JNINativeMethod napi_property_descriptor").split(" "),
);

/** Tables whose rows have other fields before the function. */
const LATE_TARGETS: ReadonlySet<string> = new Set(["JNINativeMethod", "napi_property_descriptor"]);
const STRING = /"((?:[^"\\]|\\.)*)"/;

/** First string of a row, and what follows it up to the next comma outside of brackets. */
const ROW = /"((?:[^"\\]|\\.)*)"\s*,\s*((?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^,(){}])*)/;
/** The same of a row that names its fields. */
const NAMED_ROW = /\.ml_name\s*=\s*"([^"]*)"[^]*?\.ml_meth\s*=\s*([^,}]*)/;
/** Last name of an expression, with the name spaces before it. */
const LAST_NAME = /((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)\W*$/;
/** A macro that makes a row of a table out of the name of a function. */
const ROW_MACRO =
  /^[A-Z_][A-Z0-9_]*\s*\(\s*(?:"([^"]*)"|([A-Za-z_]\w*))\s*(?:,\s*&?\s*([A-Za-z_]\w*))?/;
/** The body of a macro that is a row of a table of Python's. */
const METHOD_MACRO = /^\s*\{\s*"([^"]*)"\s*,\s*([^,]*)/;

const NOTHING: ReadonlySet<string> = new Set(["NULL", "nullptr", "0"]);

/** What `[[Rcpp::export]]` may stand before, and the name that it may give. */
const RCPP = /^\s*\/\/\s*\[\[\s*Rcpp::export\s*(?:\(([^)]*)\))?\s*\]\]/;
const RCPP_NAME = /(?:^|,)\s*(?:name\s*=\s*)?"([^"]+)"/;
const CPP11 = /^\[\[[^\]]*\bcpp11::register\b/;
/** Lines between the attribute and its function. */
const MOST_LINES = 12;

/** Kinds of library that make modules of Python, by what their sources name. */
const PYTHON_LIBRARIES: readonly (readonly [RegExp, string])[] = [
  [/\bpybind11\b|\bPYBIND11_/, "pybind11"],
  [/\bnanobind\b|\bNB_MODULE\b/, "nanobind"],
  [/\bboost[/:]+python\b|\bBOOST_PYTHON/, "boost-python"],
  [/\btorch\/(?:extension|library|script)|\bTORCH_LIBRARY|\btorch::RegisterOperators/, "PyTorch"],
];
/** Members that give a function or a class a name in Python. */
const PYTHON_MEMBERS: ReadonlySet<string> = new Set(
  "def def_static def_property_readonly def_property_readonly_static def_property def_prop_ro def_prop_rw impl"
    .split(" "),
);

/** What is offered to Python under the name of its library: `"torch_scatter::scatter_min"`. */
const OPERATOR = /^"(\w+)::\w+/;

/** Templates of which an object is a class for another language. */
const CLASS_TEMPLATES: ReadonlySet<string> = new Set(["class_", "enum_"]);
/** Functions that made modules for Python 2. */
const INIT_MODULE = /^Py_InitModule[34]?$/;

/** Macros whose first argument is the name of a module for another language. */
export const MODULE_MACROS: ReadonlySet<string> = new Set(
  ("PYBIND11_MODULE PYBIND11_EMBEDDED_MODULE NB_MODULE BOOST_PYTHON_MODULE RCPP_MODULE TORCH_LIBRARY " +
    "TORCH_LIBRARY_FRAGMENT TORCH_LIBRARY_IMPL").split(" "),
);

/** Records offers of one file after the other. */
export class Offers {
  /** What the text of the file in hand was found to name. */
  #text = "";
  #hasRcpp = false;
  #hasCpp11 = false;
  #hasModule = false;
  #pythonLibrary: string | undefined;
  /** Names of classes for another language by the variables that hold them. */
  readonly #classes = new Map<string, string>();
  readonly #node: NodeOffers;

  constructor(readonly s: Syntax) {
    this.#node = new NodeOffers(s);
  }

  // ── tables ──────────────────────────────────────────────────────────────────────────────────

  /**
   * What a table or a structure of another language's interface names, if that is what a declaration
   * declares.
   * @param variable its name
   * @param symbol its symbol, -1 if it has none
   */
  table(
    x: Extraction,
    declaration: NodeIndex,
    variable: string,
    symbol: number,
    value: NodeIndex,
  ): void {
    const { F, K } = this.s;
    const { tree } = x;
    if (tree.kinds[value] !== K.initializerList) return;
    let type = tree.child(declaration, F.type);
    if (type !== NONE && tree.kinds[type] === K.structSpecifier) type = tree.child(type, F.name);
    const means = type === NONE ? "" : x.textOf(type);
    if (PYTHON_STRUCTURES.has(means)) this.#structure(x, means, variable, symbol, value);
    if (!TABLES.has(means)) return;
    const text = x.textOf(value);
    for (const { text: row, offset } of initializerFields(text)) {
      const quote = text.indexOf('"', offset);
      this.#row(x, row, tree.starts[value]! + Math.max(offset, quote + 1), means, variable);
    }
  }

  #structure(
    x: Extraction,
    type: string,
    variable: string,
    symbol: number,
    value: NodeIndex,
  ): void {
    const start = x.tree.starts[value]!;
    for (const { name, target, offset, means } of pythonNames(type, variable, x.textOf(value))) {
      const expression = target === variable && symbol !== NONE
        ? x.facts.expression(Op.symbol, symbol)
        : x.nameExpression(target, x.text.length);
      x.offer(name, start + offset, expression, means, { owner: variable });
    }
  }

  #row(x: Extraction, row: string, offset: number, means: string, owner: string): void {
    if (!row.startsWith("{")) {
      const made = ROW_MACRO.exec(row);
      const name = made?.[1] ?? made?.[2];
      const target = made?.[3] ?? made?.[2];
      if (name !== undefined && target !== undefined) {
        this.#offer(x, name, offset, target, means, owner);
      }
      return;
    }
    if (LATE_TARGETS.has(means)) return this.#lateRow(x, row, offset, means, owner);
    const found = NAMED_ROW.exec(row) ?? ROW.exec(row);
    const target = LAST_NAME.exec(found?.[2] ?? "")?.[1];
    if (found === null || target === undefined || NOTHING.has(target)) return;
    this.#offer(x, found[1]!, offset, target, means, owner);
  }

  /** A row in which other fields stand between the name and its function. */
  #lateRow(x: Extraction, row: string, offset: number, means: string, owner: string): void {
    const [name, ...fields] = initializerFields(row);
    const text = STRING.exec(name?.text ?? "")?.[1];
    if (text === undefined) return;
    for (const field of fields) {
      const target = field.text.includes('"') ? undefined : LAST_NAME.exec(field.text)?.[1];
      if (target === undefined || NOTHING.has(target)) continue;
      return this.#offer(x, text, offset, target, means, owner);
    }
  }

  /** A macro that stands for a row of a table of Python's, as its Argument Clinic writes them. */
  macro(x: Extraction, name: string, body: NodeIndex): void {
    if (!name.endsWith("_METHODDEF")) return;
    const text = x.textOf(body);
    const found = METHOD_MACRO.exec(text);
    const target = LAST_NAME.exec(found?.[2] ?? "")?.[1];
    if (found === null || target === undefined) return;
    const offset = x.tree.starts[body]! + text.indexOf('"') + 1;
    this.#offer(x, found[1]!, offset, target, "PyMethodDef");
  }

  #offer(
    x: Extraction,
    name: string,
    offset: number,
    target: string,
    means: string,
    owner = "",
  ): void {
    const [first, ...rest] = target.split("::");
    let expression = x.nameExpression(first!, x.text.length);
    for (const part of rest) expression = x.memberExpression(expression, part);
    x.offer(name, offset, expression, means, { owner });
  }

  // ── attributes ──────────────────────────────────────────────────────────────────────────────

  /** A function that an attribute gives to R. */
  attributed(x: Extraction, node: NodeIndex, symbol: number): void {
    if (!this.s.isCpp) return;
    this.#readText(x);
    if (!this.#hasRcpp && !this.#hasCpp11) return;
    const name = x.facts.textAt(x.facts.tables.symbols.get(symbol, Sym.NAME));
    if (this.#hasRcpp) this.#rcpp(x, node, name, symbol);
    const head = x.tree.firstChild(node);
    if (this.#hasCpp11 && head !== NONE && CPP11.test(x.textOf(head))) {
      this.#offerSymbol(x, name, x.tree.starts[node]!, "cpp11::register", symbol);
    }
  }

  #rcpp(x: Extraction, node: NodeIndex, name: string, symbol: number): void {
    const line = x.lineAt(x.tree.starts[node]!);
    for (let at = line - 1; at >= 1 && at >= line - MOST_LINES; at--) {
      const text = x.lineText(at);
      const found = RCPP.exec(text);
      if (found !== null) {
        const given = RCPP_NAME.exec(found[1] ?? "")?.[1] ?? name;
        return this.#offerSymbol(x, given, x.tree.starts[node]!, "Rcpp::export", symbol);
      }
      if (!/^\s*(?:\/\/|\/?\*|$)/.test(text)) return;
    }
  }

  #offerSymbol(x: Extraction, name: string, offset: number, means: string, symbol: number): void {
    x.offer(name, offset, x.facts.expression(Op.symbol, symbol), means, { symbol });
  }

  // ── modules ─────────────────────────────────────────────────────────────────────────────────

  /** `PYBIND11_MODULE(name, m) { … }` offers a module. */
  module(x: Extraction, macro: string, declarator: NodeIndex, symbol: number): void {
    const list = x.tree.child(declarator, this.s.F.parameters);
    const first = list === NONE ? NONE : x.tree.namedChild(list);
    if (first === NONE) return;
    this.#offerSymbol(x, x.textOf(first), x.tree.starts[first]!, macro, symbol);
  }

  /** `m.def("name", &f)`, `class_<T>(m, "T")`, `function("name", &f)`. */
  call(x: Extraction, nameNode: NodeIndex, args: NodeIndex): void {
    if (args === NONE) return;
    const name = x.textOf(nameNode);
    if (INIT_MODULE.test(name)) return this.#initModule(x, args);
    this.#node.call(x, name, nameNode, args);
    if (!this.s.isCpp) return;
    if (CLASS_TEMPLATES.has(name)) return this.#class(x, nameNode, args);
    if (name === "op") return this.#operator(x, nameNode, args);
    const isR = name === "function" || name === "method";
    if (!isR && !PYTHON_MEMBERS.has(name)) return;
    const { tree } = x;
    const first = tree.namedChild(args);
    this.#readText(x);
    const means = isR ? (this.#hasModule ? "RCPP_MODULE" : "") : this.#pythonLibrary ?? "";
    if (means === "" || first === NONE || tree.kinds[first] !== this.s.K.string) return;
    this.#named(x, nameNode, args, means);
  }

  /** `torch::RegisterOperators().op("library::f", &f)`. */
  #operator(x: Extraction, nameNode: NodeIndex, args: NodeIndex): void {
    const first = x.tree.namedChild(args);
    const library = first === NONE ? undefined : OPERATOR.exec(x.textOf(first))?.[1];
    if (library === undefined) return;
    this.#readText(x);
    if (this.#pythonLibrary !== "PyTorch") return;
    this.#offerSymbol(
      x,
      library,
      x.tree.starts[first]! + 1,
      "TORCH_LIBRARY",
      Math.max(0, x.symbol),
    );
    this.#named(x, nameNode, args, "PyTorch");
  }

  /** What is named by the first of some arguments, and is the second. */
  #named(x: Extraction, nameNode: NodeIndex, args: NodeIndex, means: string): void {
    const { tree } = x;
    const first = tree.namedChild(args);
    // Of a schema only the name counts: `"f(Tensor x) -> Tensor"`.
    const offered = /^[^(]*/.exec(x.textOf(first).slice(1, -1))![0].replace(/^.*::/, "").trim();
    const expression = this.#function(x, tree.namedChild(args, 1));
    const owner = this.#ownerOf(x, nameNode);
    x.offer(offered, tree.starts[first]! + 1, expression, means, { owner });
  }

  /** `Py_InitModule("name", methods)` of Python 2. */
  #initModule(x: Extraction, args: NodeIndex): void {
    const { tree } = x;
    const name = tree.namedChild(args);
    const methods = tree.namedChild(args, 1);
    if (methods === NONE || tree.kinds[name] !== this.s.K.string) return;
    if (tree.kinds[methods] !== this.s.K.identifier) return;
    const expression = x.nameExpression(x.textOf(methods), x.text.length);
    x.offer(x.textOf(name).slice(1, -1), tree.starts[name]! + 1, expression, "PyModuleDef");
  }

  /** `class_<T>(m, "T")`, `class_<T>("T")`. */
  #class(x: Extraction, nameNode: NodeIndex, args: NodeIndex): void {
    const { tree } = x;
    this.#readText(x);
    const means = this.#hasModule ? "RCPP_MODULE" : this.#pythonLibrary ?? "";
    const text = this.#className(x, args);
    if (means === "" || text === NONE) return;
    const name = x.textOf(text).slice(1, -1);
    x.offer(name, tree.starts[text]! + 1, this.#templateArgument(x, nameNode), means);
    const variable = this.#variableAround(x, tree.parents[args]!);
    if (variable !== "") this.#classes.set(variable, name);
  }

  /** `class_<T> variable(m, "T")`, which reads like a declaration. */
  constructed(x: Extraction, type: NodeIndex, variable: string, args: NodeIndex): void {
    if (!this.s.isCpp || type === NONE) return;
    const { F, K } = this.s;
    const { tree } = x;
    let template = type;
    while (tree.kinds[template] === K.qualified) template = tree.child(template, F.name);
    if (template === NONE || tree.kinds[template] !== K.templateType) return;
    const nameNode = tree.child(template, F.name);
    if (nameNode === NONE || !CLASS_TEMPLATES.has(x.textOf(nameNode))) return;
    this.#class(x, nameNode, args);
    const text = this.#className(x, args);
    if (text !== NONE) this.#classes.set(variable, x.textOf(text).slice(1, -1));
  }

  /** Name that a class is given: a string, the first or behind the module. */
  #className(x: Extraction, args: NodeIndex): NodeIndex {
    const isString = (node: NodeIndex): boolean =>
      node !== NONE && x.tree.kinds[node] === this.s.K.string;
    const first = x.tree.namedChild(args);
    const second = x.tree.namedChild(args, 1);
    return isString(first) ? first : isString(second) ? second : NONE;
  }

  /** Variable that is given the value of a chain of calls. */
  #variableAround(x: Extraction, call: NodeIndex): string {
    const { F, K } = this.s;
    const { tree } = x;
    let at = tree.parents[call]!;
    while (at !== NONE && (tree.kinds[at] === K.fieldExpression || tree.kinds[at] === K.call)) {
      at = tree.parents[at]!;
    }
    if (at === NONE || tree.kinds[at] !== K.initDeclarator) return "";
    return x.textOf(tree.child(at, F.declarator)).replace(/^[&*\s]+/, "");
  }

  /** Class that a member belongs to: that at the start of its chain of calls; "" for a module. */
  #ownerOf(x: Extraction, nameNode: NodeIndex): string {
    const { F, K } = this.s;
    const { tree } = x;
    let at = tree.parents[nameNode]!;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === K.fieldExpression) at = tree.child(at, F.argument);
      else if (kind === K.identifier) return this.#classes.get(x.textOf(at)) ?? "";
      else if (kind === K.call) {
        const callee = tree.child(at, F.function);
        const isMember = callee !== NONE && tree.kinds[callee] === K.fieldExpression;
        if (isMember) at = callee;
        else {
          const text = this.#className(x, tree.child(at, F.arguments));
          return text === NONE ? "" : x.textOf(text).slice(1, -1);
        }
      } else return "";
    }
    return "";
  }

  /** The type in `class_<T>`. */
  #templateArgument(x: Extraction, nameNode: NodeIndex): number {
    const list = x.tree.childOfKind(x.tree.parents[nameNode]!, this.s.K.templateArguments);
    const first = list === NONE ? NONE : x.tree.namedChild(list);
    const type = first !== NONE && x.tree.kinds[first] === this.s.K.typeDescriptor
      ? x.tree.child(first, this.s.F.type)
      : first;
    return type === NONE ? -1 : x.type(type);
  }

  /** The function that an argument is or wraps; the one around for one without a name. */
  #function(x: Extraction, argument: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    let at = argument;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === K.pointerExpression) at = tree.child(at, F.argument);
      else if (kind === K.parenthesized) at = tree.namedChild(at);
      else if (kind === K.call) {
        const args = tree.child(at, F.arguments);
        at = args === NONE ? NONE : tree.namedChild(args);
      } else if (kind === K.lambda || kind === K.string) break;
      else return x.value(at);
    }
    return x.symbol === NONE ? -1 : x.facts.expression(Op.symbol, x.symbol);
  }

  /** Looks once at a file's text for what its macros and members may mean. */
  #readText(x: Extraction): void {
    if (this.#text === x.text) return;
    this.#text = x.text;
    this.#classes.clear();
    this.#hasRcpp = x.text.includes("Rcpp::export");
    this.#hasCpp11 = x.text.includes("cpp11::register");
    this.#hasModule = x.text.includes("RCPP_MODULE");
    this.#pythonLibrary = PYTHON_LIBRARIES.find(([pattern]) => pattern.test(x.text))?.[1];
  }
}
