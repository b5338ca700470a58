import { Language, Parser } from "web-tree-sitter";

/** What Emscripten's linker supplies to every side module, besides the runtime's functions. */
const LINKER_NAMES = [
  "memory",
  "__indirect_function_table",
  "__memory_base",
  "__stack_pointer",
  "__table_base",
];

/** An unmet import of this name is harmless: it is called only to stop, and stops by throwing. */
const STOPPING_NAMES = ["__assert_fail", "abort"];

/** What loading a module and parsing with it showed. */
export interface GrammarTrial {
  readonly abi: number;
  /** Line (1-based) of the first syntax error in the sample, if there is one. */
  readonly errorLine: number | undefined;
}

/** web-tree-sitter, set up once, with the names that it offers to grammars. */
export class GrammarRuntime {
  static #started: Promise<GrammarRuntime> | undefined;
  readonly #offered: ReadonlySet<string>;

  private constructor(offered: ReadonlySet<string>) {
    this.#offered = offered;
  }

  /**
   * The runtime of this process: web-tree-sitter can be set up only once in each.
   *
   * @throws {Error} when web-tree-sitter's own module cannot be read
   */
  static start(): Promise<GrammarRuntime> {
    return GrammarRuntime.#started ??= GrammarRuntime.#setUp();
  }

  static async #setUp(): Promise<GrammarRuntime> {
    let location = "";
    await Parser.init({
      locateFile: (name: string, folder: string): string => location = folder + name,
    });
    const path = location.startsWith("file:") ? new URL(location) : location;
    const runtime = await WebAssembly.compile(await Deno.readFile(path));
    const functions = WebAssembly.Module.exports(runtime).map((item) => item.name);
    return new GrammarRuntime(new Set([...functions, ...LINKER_NAMES, ...STOPPING_NAMES]));
  }

  /**
   * Names that the module wants and web-tree-sitter does not have. Loading would succeed all
   * the same and the first call of such a name would throw in the middle of a parse.
   */
  async foreignImports(wasm: Uint8Array<ArrayBuffer>): Promise<string[]> {
    const module = await WebAssembly.compile(wasm);
    return WebAssembly.Module.imports(module)
      .filter((item) => item.module === "env" && !this.#offered.has(item.name))
      .map((item) => item.name);
  }

  /**
   * Loads the module and parses the sample with it.
   *
   * @throws {Error} when web-tree-sitter refuses the module
   */
  async try(wasm: Uint8Array, sample: string): Promise<GrammarTrial> {
    const language = await Language.load(wasm);
    const parser = new Parser();
    try {
      parser.setLanguage(language);
      const tree = parser.parse(sample);
      if (tree === null) throw new Error("the parser returned no tree");
      try {
        return { abi: language.abiVersion, errorLine: firstErrorLine(tree.rootNode) };
      } finally {
        tree.delete();
      }
    } finally {
      parser.delete();
    }
  }
}

type SyntaxNode = NonNullable<ReturnType<Parser["parse"]>>["rootNode"];

function firstErrorLine(node: SyntaxNode): number | undefined {
  if (!node.hasError) return undefined;
  for (const child of node.children) {
    const line = firstErrorLine(child);
    if (line !== undefined) return line;
  }
  return node.startPosition.row + 1;
}
