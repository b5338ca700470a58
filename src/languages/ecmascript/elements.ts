/**
 * What elements and objects say that linkers ask for: `<Route path="/x" element={<Page />} />`, and
 * `{ path: "/x", Component: Page, children: […] }` as routers are given it.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Names } from "./names.ts";
import type { Syntax } from "./syntax.ts";

/** Objects of one form that linkers read. */
interface ObjectForm {
  /** By what means such an object is offered. */
  readonly means: string;
  /** A name that is asked for wherever such objects are. */
  readonly asked: string;
  /** Keys of which such an object has one, beside one of the others. */
  readonly places: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  /** What a text must hold that has any. */
  readonly marks: RegExp;
}

/** By what means elements are given what they may run. */
const PROPS = "element props";
const ROUTER = "createBrowserRouter";
const FORMS: readonly ObjectForm[] = [
  objectForm("route object", ROUTER, ["children", "index", "path"], [
    "Component",
    "component",
    "components",
    "element",
    "lazy",
    "loadChildren",
    "loadComponent",
  ], ["action", "loader", "name"]),
  objectForm("provider object", "provide", ["provide"], ["useClass", "useExisting", "useFactory"]),
];

/** @param others keys that such an object may have as well */
function objectForm(
  means: string,
  asked: string,
  places: readonly string[],
  told: readonly string[],
  others: readonly string[] = [],
): ObjectForm {
  return {
    means,
    asked,
    places: new Set(places),
    keys: new Set([...places, ...told, ...others]),
    marks: new RegExp(`\\b(?:${told.join("|")})\\b`),
  };
}

/** Functions that say by nesting which routes are under which. */
const NESTING: ReadonlySet<string> = new Set([
  ROUTER,
  "createHashRouter",
  "createMemoryRouter",
  "createRoutesFromElements",
  "index",
  "layout",
  "prefix",
  "route",
  "useRoutes",
]);

/** Elements, and objects like them, as calls. */
export class Elements {
  /** The text at work, and the forms of objects that it may hold. */
  #text = "";
  #forms: readonly ObjectForm[] = [];

  constructor(readonly s: Syntax, readonly names: Names) {}

  /** Rules by node type. */
  rules(): Readonly<Record<string, ExpressionRule>> {
    const element: ExpressionRule = (x, node) => x.isAsked(node) ? this.#shown(x, node) : -1;
    return { jsx_element: element, jsx_self_closing_element: element };
  }

  /**
   * An element whose attributes a linker asks for, as a call that is given them by name; -1 for others.
   * @param tag node of the tag that names the element
   */
  asCall(x: Extraction, tag: NodeIndex, name: string, callee: number): number {
    if (callee < 0 || !x.asks(name)) return -1;
    const { tree } = x;
    const given: number[] = [];
    for (const attribute of namedChildren(x, tag)) {
      if (tree.kinds[attribute] !== this.s.K.jsxAttribute) continue;
      const [key = NONE, written] = namedChildren(x, attribute);
      const isTrue = written === undefined;
      const value = isTrue ? x.literal("boolean") : x.value(this.#inBraces(x, written));
      given.push(x.facts.expression(Op.keyword, x.facts.text(x.textOf(key)), value));
    }
    const around = tree.parents[tag]!;
    const isOpen = around !== NONE && tree.child(around, this.s.F.openTag) === tag;
    const inside = isOpen ? this.#inside(x, around, name) : -1;
    if (inside >= 0) given.push(x.facts.expression(Op.keyword, x.facts.text("children"), inside));
    return x.nestedCall(isOpen ? around : tag, x.callExpression(callee, given));
  }

  /**
   * Records what an element is given that may be functions, or an object of such for a context: as a call
   * of the component, of nothing where the page's own elements are given what has a name.
   */
  offerProps(x: Extraction, tag: NodeIndex, name: NodeIndex, component: number): void {
    const given: number[] = [];
    for (const attribute of namedChildren(x, tag)) {
      const value = this.#propOf(x, attribute, component < 0);
      if (value >= 0) given.push(value);
    }
    if (given.length === 0) return;
    const call = x.callExpression(component, given);
    x.offer(x.textOf(name), x.tree.starts[name]!, call, PROPS);
  }

  /** An attribute as an argument by name, what is spread by none; -1 when it gives no function. */
  #propOf(x: Extraction, attribute: NodeIndex, isOwn: boolean): number {
    const { K } = this.s;
    const kind = x.tree.kinds[attribute];
    if (kind === K.jsxExpression) {
      const spread = x.tree.namedChild(attribute);
      if (spread === NONE || x.tree.kinds[spread] !== K.spread) return -1;
      return x.value(x.tree.namedChild(spread));
    }
    const [key, written] = kind === K.jsxAttribute ? namedChildren(x, attribute) : [];
    if (key === undefined || written === undefined || x.tree.kinds[written] !== K.jsxExpression) {
      return -1;
    }
    const value = this.names.unwrap(x, x.tree.namedChild(written));
    if (value === NONE || !this.#mayRun(x.tree.kinds[value]!, x.textOf(key), isOwn)) return -1;
    return x.facts.expression(Op.keyword, x.facts.text(x.textOf(key)), x.value(value));
  }

  #mayRun(kind: number, name: string, isOwn: boolean): boolean {
    const { FUNCTIONS, K } = this.s;
    return kind === K.identifier || kind === K.member || !isOwn && FUNCTIONS.has(kind) ||
      !isOwn && name === "value" && kind === K.object;
  }

  /** Elements inside of another, those of its own kind left out. */
  #inside(x: Extraction, element: NodeIndex, name: string): number {
    return this.#elementsIn(x, element).map((child) => this.#shown(x, child, name))
      .reduce((all, one) => x.either(all, one), -1);
  }

  #elementsIn(x: Extraction, element: NodeIndex): NodeIndex[] {
    return namedChildren(x, element).filter((child) => this.s.ELEMENTS.has(x.tree.kinds[child]!));
  }

  #nameNode(x: Extraction, element: NodeIndex): NodeIndex {
    const open = x.tree.child(element, this.s.F.openTag);
    return x.tree.child(open === NONE ? element : open, this.s.F.name);
  }

  /** A call, with the one around it where such calls say by nesting which routes are under which. */
  nested(x: Extraction, node: NodeIndex, callee: NodeIndex, call: number): number {
    const isPlain = x.tree.kinds[callee] === this.s.K.identifier;
    return isPlain && NESTING.has(x.textOf(callee)) && x.asks(ROUTER)
      ? x.nestedCall(node, call)
      : call;
  }

  /** Records an object that says in a form of its own what belongs to what: a route, a provider. */
  offerObject(x: Extraction, node: NodeIndex): void {
    for (const form of this.#formsIn(x)) this.#offer(x, node, form);
  }

  #offer(x: Extraction, node: NodeIndex, { means, places, keys }: ObjectForm): void {
    const { tree } = x;
    const given: number[] = [];
    let place = NONE;
    for (const pair of namedChildren(x, node)) {
      const key = this.#keyOf(x, pair);
      const name = key === NONE ? "" : this.names.keyText(x, key);
      if (!keys.has(name)) continue;
      if (place === NONE && places.has(name)) place = key;
      const value = this.#valueOf(x, pair);
      given.push(x.facts.expression(Op.keyword, x.facts.text(name), value));
    }
    if (place === NONE || given.length < 2) return;
    const scope = x.scopeAt(node);
    const itself = scope === NONE ? -1 : x.facts.expression(Op.object, scope);
    const callee = x.facts.expression(Op.external, x.facts.text(means));
    const call = x.nestedCall(node, x.callExpression(callee, [itself, ...given]));
    x.offer(this.names.keyText(x, place), tree.starts[place]!, call, means);
  }

  #formsIn(x: Extraction): readonly ObjectForm[] {
    if (this.#text !== x.text) {
      this.#text = x.text;
      this.#forms = FORMS.filter(({ asked, marks, places }) =>
        x.asks(asked) && marks.test(x.text) &&
        [...places].some((place) => x.text.includes(place))
      );
    }
    return this.#forms;
  }

  #keyOf(x: Extraction, pair: NodeIndex): NodeIndex {
    const { F, K } = this.s;
    const kind = x.tree.kinds[pair];
    if (kind === K.shorthand) return pair;
    const key = x.tree.child(pair, kind === K.methodDefinition ? F.name : F.key);
    return this.names.isComputed(x, key) ? NONE : key;
  }

  #valueOf(x: Extraction, pair: NodeIndex): number {
    const { F, K } = this.s;
    const kind = x.tree.kinds[pair];
    if (kind === K.shorthand) return x.nameExpression(x.textOf(pair), x.tree.starts[pair]!);
    if (kind === K.methodDefinition) {
      const symbol = x.symbolAt(pair);
      return symbol === NONE ? -1 : x.facts.expression(Op.symbol, symbol);
    }
    return x.value(x.tree.child(pair, F.value));
  }

  #inBraces(x: Extraction, node: NodeIndex): NodeIndex {
    return x.tree.kinds[node] === this.s.K.jsxExpression ? x.tree.namedChild(node) : node;
  }

  /**
   * What an element shows: its component, which may be given others.
   * @param except name of elements that show nothing here
   */
  #shown(x: Extraction, node: NodeIndex, except = ""): number {
    const named = this.#nameNode(x, node);
    const name = named === NONE ? "" : x.textOf(named);
    if (name !== "" && name === except) return -1;
    const inside = this.#elementsIn(x, node).map((child) => this.#shown(x, child, except))
      .filter((one) => one >= 0);
    const component = /^[^a-z]/.test(name) ? x.value(named) : -1;
    if (component >= 0) return x.callExpression(component, inside);
    return inside.reduce((all, one) => x.either(all, one), -1);
  }
}
