/** Functions and classes that addons give to JavaScript: through N-API, its C++ wrapper, NAN and V8. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

const MEANS = "N-API";
const HEADERS = /#\s*include\s*[<"](?:napi|node_api|js_native_api|nan|node|v8)\.h[>"]/;
/** Calls that name a function. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  ("Set SetMethod Export NODE_SET_METHOD SetPrototypeMethod NODE_SET_PROTOTYPE_METHOD InstanceMethod StaticMethod " +
    "InstanceAccessor StaticAccessor InstanceValue napi_create_function napi_define_class SetNativeDataProperty")
    .split(" "),
);
/** A call that names a class, whose methods it lists. */
const CLASS = "DefineClass";
const STRING = /"((?:[^"\\]|\\.)*)"/;
/** A function among what stands behind the name: by itself, or made into a function of JavaScript's. */
const TARGET =
  /(?:Function(?:Template)?::New\s*(?:<[^>]*>)?\s*\(\s*(?:\w+\s*,\s*)?|FunctionTemplate>\s*\(\s*|,\s*)&?\s*((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)(?=\s*[,)])/g;
const TEMPLATE_TARGET = /<\s*&?\s*((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)/;
const CLASS_TARGET = /&?\s*([A-Za-z_]\w*)::[A-Za-z_]/;
/** What is written in the place of a function, and is none. */
const NO_FUNCTION = /^(?:[A-Z][A-Z0-9_]*|nullptr|env|info|true|false|napi_\w+|this)$/;

/** Records them for one file after the other. */
export class NodeOffers {
  #text = "";
  #isAddon = false;

  constructor(readonly s: Syntax) {}

  /** A call that may name a function or a class for JavaScript. */
  call(x: Extraction, name: string, nameNode: NodeIndex, args: NodeIndex): void {
    const isClass = name === CLASS;
    if (!isClass && !FUNCTIONS.has(name) || !this.#readText(x)) return;
    const text = x.textOf(args);
    const found = STRING.exec(text);
    if (found === null || found[1] === "") return;
    const rest = text.slice(found.index + found[0].length);
    const target = isClass ? CLASS_TARGET.exec(rest)?.[1] : this.#target(x, nameNode, rest);
    if (target === undefined) return;
    const [first, ...others] = target.split("::");
    let expression = x.nameExpression(first!, x.text.length);
    for (const part of others) expression = x.memberExpression(expression, part);
    x.offer(found[1]!, x.tree.starts[args]! + found.index + 1, expression, MEANS);
  }

  #target(x: Extraction, nameNode: NodeIndex, rest: string): string | undefined {
    for (const [, target] of rest.matchAll(TARGET)) {
      if (!NO_FUNCTION.test(target!)) return target;
    }
    const parent = x.tree.parents[nameNode] ?? NONE;
    return parent === NONE ? undefined : TEMPLATE_TARGET.exec(x.textOf(parent))?.[1];
  }

  #readText(x: Extraction): boolean {
    if (this.#text !== x.text) {
      this.#text = x.text;
      this.#isAddon = HEADERS.test(x.text);
    }
    return this.#isAddon;
  }
}
