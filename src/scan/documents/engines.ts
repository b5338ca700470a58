/** Languages by the names that documents, kernels and cell magics give them, in lower case. */
const LANGUAGE_OF_ENGINE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: ["bash", "sh", "zsh", "shell", "shellscript"],
    c: ["c"],
    cpp: ["rcpp", "cpp", "cpp11", "cc", "c++", "xcpp"],
    csharp: ["csharp", "c#"],
    fortran: ["fortran", "fortran95"],
    go: ["go", "gonb", "gophernotes"],
    groovy: ["groovy"],
    haskell: ["haskell", "ihaskell"],
    javascript: ["js", "javascript", "node", "nodejs"],
    julia: ["julia"],
    kotlin: ["kotlin"],
    lua: ["lua"],
    matlab: ["octave", "matlab"],
    ocaml: ["ocaml"],
    perl: ["perl", "iperl"],
    php: ["php"],
    python: ["python", "python2", "python3", "py", "pypy", "ipython"],
    r: ["r", "ir", "rscript"],
    ruby: ["ruby"],
    rust: ["rust", "evcxr"],
    scala: ["scala"],
    sql: ["sql"],
    swift: ["swift"],
    typescript: ["ts", "typescript", "deno", "tslab"],
  }).flatMap(([language, engines]) => engines.map((engine) => [engine, language] as const)),
);

/** Id of the language that an engine runs; undefined for one that runs none that is known. */
export function languageOfEngine(engine: string): string | undefined {
  return LANGUAGE_OF_ENGINE.get(engine.toLowerCase());
}
