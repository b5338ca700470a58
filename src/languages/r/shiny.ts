/**
 * Shiny: reactive values, outputs and inputs, which link the two halves of an app by the names that they
 * have in strings.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, RefKind, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { INPUT, OUTPUT } from "./dispatch_keys.ts";
import { Bound, fileState } from "./file_state.ts";
import type { Argument, Assignment, RSyntax } from "./syntax.ts";

/** Functions that make of code, which runs again when what it reads changes, a function that gives its value. */
const REACTIVE = new Set(["reactive", "eventReactive", "reactivePoll", "reactiveFileReader"]);
/** Functions that show an output of that name. */
const SHOWS = /^(?:\w+Output|\w+_output|downloadButton|downloadLink)$/;
/** Functions that let the user enter an input of that name. */
const ENTERS =
  /^(?:\w+Input|input_\w+|action(?:Button|Link)|radioButtons|submitButton|checkboxGroupInput)$/;

/** The rules of both passes for Shiny. */
export class Shiny {
  readonly #syntax: RSyntax;

  constructor(syntax: RSyntax) {
    this.#syntax = syntax;
  }

  // ── first pass ──────────────────────────────────────────────────────────────────────────────

  /** `name <- reactive({…})`; says whether the assignment is one. */
  defineReactive(
    x: Extraction,
    node: NodeIndex,
    { target, value }: Assignment,
    scope: number,
  ): boolean {
    const call = this.#syntax.unwrapped(x, value);
    if (!REACTIVE.has(this.#syntax.calledName(x, call))) return false;
    const name = this.#syntax.nameOf(x, target);
    this.#define(x, node, name, target, call, scope);
    fileState(x).note(scope, name, Bound.function);
    return true;
  }

  /** `output$plot <- renderPlot({…})`, in a function that is given `output`; says whether it is one. */
  defineOutput(x: Extraction, node: NodeIndex, { target, value }: Assignment): boolean {
    const nameNode = this.#memberOf(x, target, "output");
    const call = this.#syntax.unwrapped(x, value);
    const isCall = call !== NONE && x.tree.kinds[call] === this.#syntax.kinds.call;
    if (nameNode === NONE || !isCall) return false;
    const name = this.#syntax.nameOf(x, nameNode);
    const symbol = this.#define(x, node, name, nameNode, call, "nowhere");
    this.#bind(x, `${OUTPUT}${name}`, symbol, nameNode);
    return true;
  }

  #define(
    x: Extraction,
    node: NodeIndex,
    name: string,
    nameNode: NodeIndex,
    call: NodeIndex,
    bindIn: number | "nowhere",
  ): number {
    const list = x.tree.child(call, this.#syntax.fields.arguments);
    return x.define(node, {
      kind: Kind.function,
      name,
      nameNode: this.#syntax.contentNode(x, nameNode),
      scopeNode: list,
      scopeKind: ScopeKind.function,
      bodyNode: list,
      doc: "",
      bindIn,
    });
  }

  /** `sliderInput("n", …)`: an input of the user interface. */
  defineInput(x: Extraction, node: NodeIndex, called: string): void {
    if (!ENTERS.test(called) || fileState(x).boundAs(0, called) !== 0) return;
    const id = this.#id(x, this.#syntax.argumentsOf(x, node));
    const name = this.#syntax.stringOf(x, id) ?? "";
    if (name === "") return;
    const nameNode = this.#syntax.contentNode(x, id);
    const symbol = x.define(node, {
      kind: Kind.property,
      flags: Flag.accessor,
      name,
      nameNode,
      doc: "",
      bindIn: "nowhere",
    });
    this.#bind(x, `${INPUT}${name}`, symbol, nameNode);
  }

  #bind(x: Extraction, key: string, symbol: number, node: NodeIndex): void {
    x.bind(0, key, BindingKind.definition, { symbol, offset: x.tree.starts[node]! });
  }

  // ── second pass ─────────────────────────────────────────────────────────────────────────────

  /** `plotOutput("plot")`: an output that is shown. */
  referOutput(x: Extraction, called: string, args: readonly Argument[]): void {
    if (!SHOWS.test(called)) return;
    const id = this.#id(x, args);
    const name = this.#syntax.stringOf(x, id) ?? "";
    if (name !== "") this.#refer(x, name, this.#syntax.contentNode(x, id), OUTPUT);
  }

  /** `input$n`, `input[["n"]]`: an input that is read. */
  referInput(x: Extraction, node: NodeIndex): void {
    const nameNode = this.#memberOf(x, node, "input");
    if (nameNode !== NONE) this.#refer(x, this.#syntax.nameOf(x, nameNode), nameNode, INPUT);
  }

  #refer(x: Extraction, name: string, node: NodeIndex, prefix: string): void {
    const offset = x.tree.starts[this.#syntax.contentNode(x, node)]!;
    x.referAt(RefKind.value, name, offset, x.nameExpression(`${prefix}${name}`, 0, 0));
  }

  /** The string that names an input or an output, also in the name space of a module: `ns("n")`. */
  #id(x: Extraction, args: readonly Argument[]): NodeIndex {
    const id = args.find(({ name }) => name === "inputId" || name === "outputId" || name === "id")
      ?.value ?? this.#syntax.argument(args, "", 0);
    const inner = this.#syntax.calledName(x, id);
    if (inner !== "ns" && inner !== "NS") return id;
    return this.#syntax.argumentsOf(x, id).at(-1)?.value ?? NONE;
  }

  /** The name in `output$name` or `output[["name"]]`, where a parameter gives `output`; -1 for all else. */
  #memberOf(x: Extraction, node: NodeIndex, owner: string): NodeIndex {
    const { fields, kinds } = this.#syntax;
    const kind = x.tree.kinds[node];
    const isExtract = kind === kinds.extract;
    if (!isExtract && kind !== kinds.subset2) return NONE;
    const object = x.tree.child(node, isExtract ? fields.lhs : fields.function);
    if (this.#syntax.nameOf(x, object) !== owner) return NONE;
    const state = fileState(x);
    if ((state.boundAs(state.scopeOf(owner, x.scope), owner) & Bound.parameter) === 0) return NONE;
    const nameNode = isExtract
      ? x.tree.child(node, fields.rhs)
      : this.#syntax.argumentsOf(x, node)[0]?.value ?? NONE;
    return this.#syntax.nameOf(x, nameNode) === "" ? NONE : nameNode;
  }
}
