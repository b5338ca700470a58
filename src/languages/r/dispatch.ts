/** What R code says of dispatch beside definitions: class vectors, registered methods, next methods. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, RefKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { BETWEEN, NEXT, ORDER, REGISTERED } from "./dispatch_keys.ts";
import type { Argument, Callee, RSyntax } from "./syntax.ts";

/** Functions that register a function as an S3 method: places of generic, class and function. */
const REGISTERING: Readonly<Record<string, readonly [generic: number, of: number, by: number]>> = {
  registerS3method: [0, 1, 2],
  ".S3method": [0, 1, 2],
  s3_register: [0, 1, 2],
  register_s3_method: [1, 2, 3],
};
/** Arguments that give an object its S3 classes. */
const CLASS_ARGUMENTS = new Set(["class", ".class", ".subclass", "subclass"]);
/** Functions that set the classes of an object when they are assigned to. */
const CLASS_SETTERS = new Set(["class", "oldClass"]);

/** Records what decides dispatch. */
export class Dispatch {
  readonly #syntax: RSyntax;

  constructor(syntax: RSyntax) {
    this.#syntax = syntax;
  }

  /** What a call says. */
  call(x: Extraction, callee: Callee, args: readonly Argument[]): void {
    const { name } = callee;
    for (const argument of args) {
      if (CLASS_ARGUMENTS.has(argument.name)) this.#classVector(x, argument.value);
    }
    if (name === "NextMethod" || name === "callNextMethod") this.#next(x, callee);
    else if (Object.hasOwn(REGISTERING, name)) this.#register(x, REGISTERING[name]!, args);
  }

  /** `class(x) <- c("a", "b")`. */
  assigned(x: Extraction, target: NodeIndex, value: NodeIndex): void {
    if (CLASS_SETTERS.has(this.#syntax.calledName(x, target))) this.#classVector(x, value);
  }

  /** The classes in `c("a", "b")`: objects of the first are of the second too. */
  #classVector(x: Extraction, node: NodeIndex): void {
    if (this.#syntax.calledName(x, node) !== "c") return;
    let before: string | undefined;
    for (const { value } of this.#syntax.argumentsOf(x, node)) {
      const name = this.#syntax.stringOf(x, value);
      if (before !== undefined && name !== undefined) {
        this.#say(x, `${ORDER}${before}${BETWEEN}${name}`, value);
      }
      before = name;
    }
  }

  #register(
    x: Extraction,
    [generic, of, by]: readonly [number, number, number],
    args: readonly Argument[],
  ): void {
    const value = (place: number): NodeIndex => args[place]?.value ?? NONE;
    const name = this.#syntax.stringOf(x, value(generic));
    const className = this.#syntax.stringOf(x, value(of));
    if (name === undefined || className === undefined) return;
    const given = value(by);
    const method = given === NONE
      ? `${name.replace(/^.*:/, "")}.${className}`
      : this.#syntax.namedFunction(x, given)?.name;
    if (method === undefined) return;
    this.#say(x, `${REGISTERED}${name}${BETWEEN}${method}`, value(generic));
  }

  /** `NextMethod()`, `callNextMethod()`: the method that the one around stands before. */
  #next(x: Extraction, { name, node }: Callee): void {
    if (x.symbol === NONE) return;
    const { symbols } = x.facts.tables;
    const method = x.facts.textAt(symbols.get(x.symbol, Sym.NAME));
    const owner = symbols.get(x.symbol, Sym.QUALIFIER);
    const key = owner < 0 ? method : `${method}${BETWEEN}${x.facts.textAt(owner)}`;
    x.referAt(
      RefKind.value,
      name,
      x.tree.starts[node]!,
      x.nameExpression(`${NEXT}${key}`, 0, 0),
    );
  }

  #say(x: Extraction, key: string, node: NodeIndex): void {
    x.bind(0, key, BindingKind.variable, { offset: x.tree.starts[node]! });
  }
}
