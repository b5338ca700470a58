/** Turns source text into facts: one parser, one tree, one extraction, reused for file after file. */
import { Language as TreeSitterLanguage, Parser } from "web-tree-sitter";
import type { Language } from "../languages/language.ts";
import { BoundRules, Extraction } from "./extraction.ts";
import type { FileFacts } from "./facts.ts";
import { Grammar } from "./grammar.ts";
import {
  type GrammarLayout,
  grammarLayout,
  type RuntimeMemory,
  SyntaxTree,
} from "./syntax_tree.ts";
import { OwnNodeTypes, type OwnReader, TreeBuilder } from "./tree_builder.ts";

/**
 * Characters handed to the parser at a time. A scanner that asks for its column makes the runtime
 * fetch a fresh piece, at every token in Perl: small pieces make Perl five times as fast as whole
 * texts (of which 5,119 characters are copied each time) and cost other languages nothing.
 */
const CHUNK = 128;

/** Tells how far time is, in milliseconds from any moment. */
export type Clock = () => number;

/** Gives the bytes of a grammar by name. */
export type GrammarSource = (name: string) => Uint8Array | Promise<Uint8Array>;

/** A parse took longer than allowed. */
export class ParseTimeoutError extends Error {
  override name = "ParseTimeoutError";
}

/** How the texts of a language become trees: by a grammar, or by a reader of our own. */
type Reading =
  | {
    readonly treeSitter: TreeSitterLanguage;
    readonly layout: GrammarLayout;
    readonly mask: ((text: string) => string) | undefined;
  }
  | { readonly reader: OwnReader; readonly types: OwnNodeTypes };

interface LoadedLanguage {
  readonly reading: Reading;
  readonly rules: BoundRules;
}

/** The library has one runtime a thread, and tells of its memory only when that is loaded. */
let runtimeMemory: Promise<RuntimeMemory> | undefined;

async function loadRuntime(): Promise<RuntimeMemory> {
  // The runtime puts the views of its memory into the object it is given.
  const runtime: Record<string, unknown> = {};
  await Parser.init(runtime);
  return runtime as unknown as RuntimeMemory;
}

/** Extracts facts. Needs {@link Extractor.create} since the WebAssembly runtime loads asynchronously. */
export class Extractor {
  readonly #memory: RuntimeMemory;
  readonly #grammars: GrammarSource;
  readonly #clock: Clock;
  readonly #parser = new Parser();
  readonly #tree = new SyntaxTree();
  readonly #extraction = new Extraction(this.#tree);
  readonly #loaded = new Map<string, LoadedLanguage>();
  #current: LoadedLanguage | undefined;

  private constructor(memory: RuntimeMemory, grammars: GrammarSource, clock: Clock) {
    this.#memory = memory;
    this.#grammars = grammars;
    this.#clock = clock;
  }

  /**
   * Loads the runtime. Grammars are loaded when a language is first {@link prepare}d.
   * @param clock measures how long parses take
   */
  static async create(
    grammars: GrammarSource,
    clock: Clock = () => performance.now(),
  ): Promise<Extractor> {
    return new Extractor(await (runtimeMemory ??= loadRuntime()), grammars, clock);
  }

  /**
   * Loads a language's grammar and binds its rules, once.
   * @param askedTexts names of functions whose string arguments keep their text
   */
  async prepare(language: Language, askedTexts: ReadonlySet<string> = new Set()): Promise<void> {
    if (this.#loaded.has(language.id)) return;
    const reading = await this.#reading(language);
    const types = "reader" in reading ? reading.types : reading.treeSitter;
    const grammar = new Grammar(language.grammar || language.id, types);
    const rules = new BoundRules(grammar, language.rules(grammar), askedTexts);
    this.#loaded.set(language.id, { reading, rules });
  }

  async #reading({ grammar, reader, mask }: Language): Promise<Reading> {
    if (reader !== undefined) return { reader, types: new OwnNodeTypes(reader) };
    const treeSitter = await TreeSitterLanguage.load(await this.#grammars(grammar));
    return { treeSitter, layout: grammarLayout(this.#memory, treeSitter), mask };
  }

  /** Whether {@link prepare} was done for a language. */
  isPrepared(languageId: string): boolean {
    return this.#loaded.has(languageId);
  }

  /**
   * Facts of one file.
   * @param languageId a language that was {@link prepare}d
   * @param timeLimit milliseconds that the parse may take, by the extractor's clock
   * @throws {ParseTimeoutError} when it takes longer
   */
  extract(path: string, text: string, languageId: string, timeLimit = Infinity): FileFacts {
    const language = this.#parse(text, languageId, timeLimit);
    this.#extraction.run(language.rules, path);
    const facts = this.#extraction.facts.finish(languageId);
    return this.#extraction.isPlaced ? { ...facts, placed: true } : facts;
  }

  /** Parses and throws the tree away: the floor that indexing is measured against. */
  parseOnly(text: string, languageId: string, timeLimit = Infinity): void {
    this.#parse(text, languageId, timeLimit, false);
  }

  #parse(text: string, languageId: string, timeLimit: number, read = true): LoadedLanguage {
    const language = this.#loaded.get(languageId);
    if (language === undefined) throw new Error(`language "${languageId}" is not prepared`);
    const { reading } = language;
    if ("reader" in reading) {
      const { reader, types } = reading;
      this.#tree.build(text, (sink) => reader.read(text, new TreeBuilder(types, sink)));
      return language;
    }
    if (this.#current !== language) {
      this.#parser.setLanguage(reading.treeSitter);
      this.#current = language;
    }
    const options = timeLimit === Infinity
      ? undefined
      : { progressCallback: overtime(timeLimit, this.#clock) };
    const readable = read ? reading.mask?.(text) ?? text : text;
    const tree = this.#parser.parse((at) => readable.slice(at, at + CHUNK), null, options);
    if (tree === null) {
      this.#parser.reset();
      throw new ParseTimeoutError(`parsing took more than ${timeLimit / 1000} s of work`);
    }
    try {
      if (read) this.#tree.read(tree, text, this.#memory, reading.layout);
    } finally {
      tree.delete();
    }
    return language;
  }
}

/** Calls of the parser's progress callback between two looks at the clock: a look costs more than a call. */
const CALLS_A_LOOK = 32;

/** Says, when asked often, whether so many milliseconds have passed since now. */
function overtime(milliseconds: number, clock: Clock): () => boolean {
  const deadline = clock() + milliseconds;
  let calls = 0;
  return () => ++calls % CALLS_A_LOOK === 0 && clock() > deadline;
}
