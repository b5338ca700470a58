import type { LanguageEntry } from "../../src/languages/language.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { DOCUMENT_FORMATS } from "../../src/scan/documents/document_formats.ts";
import type { Corpus } from "./corpora.ts";
import type { CorpusSource } from "./corpus_source.ts";

/** Source code of one language alone, some megabytes of it; its name is the language's id. */
export interface LanguageCorpus extends Corpus {
  /** Languages of the registry that its files are of. */
  readonly ids: readonly string[];
  /** Whether CodeGraph 1.6.1 reads the language. */
  readonly isPeers: boolean;
}

const debian = (name: string, ...parts: readonly string[]): CorpusSource => ({
  registry: "debian",
  package: name,
  ...(parts.length > 0 ? { parts } : {}),
});

const npm = (name: string, version: string, ...parts: readonly string[]): CorpusSource => ({
  registry: "npm",
  package: name,
  version,
  ...(parts.length > 0 ? { parts } : {}),
});

interface Choice {
  /** Ids of its languages, or an end of file names that is known by the document around the code. */
  readonly of: string;
  readonly source: CorpusSource;
  /** CodeGraph 1.6.1 does not read the language. */
  readonly isOurs?: true;
}

const CHOICES: readonly Choice[] = [
  { of: "python", source: debian("python-django") },
  { of: "cython", source: debian("lxml"), isOurs: true },
  { of: "typescript", source: npm("effect", "4.1.0", "package/src") },
  { of: "tsx", source: npm("@wordpress/components", "41.0.0", "package/src") },
  { of: "javascript", source: npm("three", "0.187.0", "package/src", "package/examples/jsm") },
  { of: "r", source: debian("r-base") },
  { of: "go", source: debian("hugo") },
  { of: "c", source: debian("redis") },
  { of: "cpp", source: debian("cppcheck") },
  {
    of: "cuda",
    source: { registry: "pypi", package: "llama-cpp-python", version: "0.3.36", form: "sdist" },
  },
  { of: "matlab", source: debian("octave"), isOurs: true },
  { of: "objc", source: debian("gnustep-base") },
  { of: "perl", source: debian("bioperl"), isOurs: true },
  { of: "rust", source: debian("cargo") },
  { of: "java", source: debian("jackson-databind") },
  { of: "csharp", source: debian("keepass2") },
  { of: "kotlin", source: debian("kotlin", "*/compiler") },
  { of: "ruby", source: debian("rails") },
  { of: "php", source: debian("phpmyadmin") },
  { of: "groovy", source: debian("groovy"), isOurs: true },
  { of: "scala", source: debian("scala", "*/src") },
  { of: "zig", source: { registry: "pypi", package: "ziglang", version: "0.17.1" }, isOurs: true },
  { of: "sql", source: debian("postgis"), isOurs: true },
  { of: "fortran", source: debian("lapack", "*/SRC"), isOurs: true },
  { of: "lua", source: debian("nmap") },
  { of: "elixir", source: debian("elixir-lang"), isOurs: true },
  { of: "erlang", source: debian("rabbitmq-server") },
  { of: "haskell", source: debian("pandoc"), isOurs: true },
  { of: "pascal", source: debian("pasdoc") },
  { of: "ocaml ocaml_interface", source: debian("ocaml"), isOurs: true },
  { of: "bash", source: debian("git"), isOurs: true },
  { of: "solidity", source: npm("@openzeppelin/contracts", "5.7.0") },
  { of: ".vue", source: npm("primevue", "5.0.2") },
  { of: ".svelte", source: npm("carbon-components-svelte", "0.112.1") },
];

/** One corpus for each language of which a package registry has source code of some size. */
export const LANGUAGE_CORPORA: readonly LanguageCorpus[] = CHOICES.map((choice) => {
  const { of, source, isOurs } = choice;
  const document = DOCUMENT_FORMATS.find(({ extensions }) => extensions.includes(of));
  const entries = document === undefined ? of.split(" ").map(entryOf) : [];
  return {
    name: of.replace(/^\.| .*/g, ""),
    language: document?.name ?? entries[0]!.name,
    quick: false,
    source,
    ids: entries.map(({ id }) => id),
    isPeers: isOurs === undefined,
    keep: document === undefined ? entries.flatMap(({ extensions }) => extensions) : [of],
  };
});

/** Names of the languages that no corpus is there for. */
export function languagesWithoutCorpus(): string[] {
  const measured = new Set(LANGUAGE_CORPORA.flatMap(({ ids }) => ids));
  return LANGUAGES.filter(({ id }) => !measured.has(id)).map(({ name }) => name);
}

function entryOf(id: string): LanguageEntry {
  const found = LANGUAGES.find((language) => language.id === id);
  if (found === undefined) throw new Error(`there is no language ${id}`);
  return found;
}
