/** All languages. Adding one: its file, and one entry here. */
import type { Language, LanguageEntry } from "./language.ts";

/** Every language, in the order in which they are listed to people. */
export const LANGUAGES: readonly LanguageEntry[] = [
  {
    id: "python",
    name: "Python",
    extensions: [".py", ".pyi", ".pyw"],
    interpreters: ["python", "python2", "python3", "pypy", "pypy3"],
    grammar: "python",
    load: async () => (await import("./python.ts")).python,
  },
  {
    id: "cython",
    name: "Cython",
    extensions: [".pyx", ".pxd", ".pxi"],
    grammar: "python",
    load: async () => (await import("./cython.ts")).cython,
  },
  {
    id: "typescript",
    name: "TypeScript",
    extensions: [".ts", ".mts", ".cts"],
    interpreters: ["ts-node", "tsx", "deno"],
    grammar: "typescript",
    manifestNames: [
      "package.json",
      "tsconfig.json",
      "tsconfig.base.json",
      "jsconfig.json",
      "deno.json",
      "deno.jsonc",
    ],
    load: async () => (await import("./typescript.ts")).typescript,
  },
  {
    id: "tsx",
    name: "TSX",
    extensions: [".tsx"],
    grammar: "tsx",
    load: async () => (await import("./tsx.ts")).tsx,
  },
  {
    id: "javascript",
    name: "JavaScript",
    extensions: [".js", ".mjs", ".cjs", ".jsx"],
    interpreters: ["node", "nodejs", "bun"],
    grammar: "javascript",
    load: async () => (await import("./javascript.ts")).javascript,
  },
  {
    id: "r",
    name: "R",
    extensions: [".r"],
    filenames: [".Rprofile", "Rprofile.site"],
    // What R takes for its own in a package; elsewhere these are Assembler and others.
    folders: { R: [".S", ".s", ".q"] },
    interpreters: ["Rscript", "R", "littler", "r"],
    grammar: "r",
    manifestNames: ["DESCRIPTION", "NAMESPACE"],
    load: async () => (await import("./r.ts")).r,
  },
  {
    id: "go",
    name: "Go",
    extensions: [".go"],
    grammar: "go",
    manifestNames: ["go.mod"],
    load: async () => (await import("./go.ts")).go,
  },
  {
    id: "c",
    name: "C",
    extensions: [".c", ".h", ".xs"],
    grammar: "c",
    load: async () => (await import("./c.ts")).c,
  },
  {
    id: "cpp",
    name: "C++",
    extensions: [
      ".cc",
      ".cpp",
      ".cxx",
      ".c++",
      ".hh",
      ".hpp",
      ".hxx",
      ".h++",
      ".ipp",
      ".inl",
      ".tpp",
      ".txx",
      ".ino",
    ],
    grammar: "cpp",
    load: async () => (await import("./cpp.ts")).cpp,
  },
  {
    id: "cuda",
    name: "CUDA",
    extensions: [".cu", ".cuh"],
    grammar: "cpp",
    load: async () => (await import("./cuda.ts")).cuda,
  },
  {
    id: "julia",
    name: "Julia",
    extensions: [".jl"],
    interpreters: ["julia"],
    grammar: "julia",
    load: async () => (await import("./julia.ts")).julia,
  },
  {
    id: "matlab",
    name: "MATLAB",
    extensions: [".m"],
    interpreters: ["octave", "matlab"],
    grammar: "matlab",
    load: async () => (await import("./matlab.ts")).matlab,
  },
  {
    id: "objc",
    name: "Objective-C",
    // Those that it shares with MATLAB and C are told by their content.
    extensions: [".mm", ".m", ".h"],
    grammar: "objc",
    load: async () => (await import("./objc.ts")).objc,
  },
  {
    id: "perl",
    name: "Perl",
    extensions: [".pl", ".pm", ".t", ".psgi", ".cgi", ".al"],
    filenames: ["Makefile.PL", "Build.PL", "cpanfile"],
    interpreters: ["perl", "perl5"],
    grammar: "perl",
    load: async () => (await import("./perl.ts")).perl,
  },
  {
    id: "rust",
    name: "Rust",
    extensions: [".rs"],
    grammar: "rust",
    manifestNames: ["Cargo.toml"],
    load: async () => (await import("./rust.ts")).rust,
  },
  {
    id: "java",
    name: "Java",
    extensions: [".java"],
    grammar: "java",
    load: async () => (await import("./java.ts")).java,
  },
  {
    id: "csharp",
    name: "C#",
    extensions: [".cs", ".csx"],
    grammar: "csharp",
    load: async () => (await import("./csharp.ts")).csharp,
  },
  {
    id: "vbnet",
    name: "VB.NET",
    extensions: [".vb"],
    grammar: "vbnet",
    load: async () => (await import("./vbnet.ts")).vbnet,
  },
  {
    id: "kotlin",
    name: "Kotlin",
    extensions: [".kt", ".kts"],
    grammar: "kotlin",
    load: async () => (await import("./kotlin.ts")).kotlin,
  },
  {
    id: "ruby",
    name: "Ruby",
    extensions: [".rb", ".rake", ".gemspec", ".ru"],
    filenames: ["Rakefile", "Gemfile", "Guardfile", "Capfile", "Vagrantfile"],
    interpreters: ["ruby", "jruby"],
    grammar: "ruby",
    load: async () => (await import("./ruby.ts")).ruby,
  },
  {
    id: "php",
    name: "PHP",
    extensions: [".php", ".phtml", ".inc"],
    interpreters: ["php"],
    grammar: "php",
    load: async () => (await import("./php.ts")).php,
  },
  {
    id: "swift",
    name: "Swift",
    extensions: [".swift"],
    interpreters: ["swift"],
    grammar: "swift",
    load: async () => (await import("./swift.ts")).swift,
  },
  {
    id: "groovy",
    name: "Groovy",
    extensions: [".groovy", ".gradle", ".gvy", ".jenkinsfile"],
    filenames: ["Jenkinsfile"],
    stems: ["Jenkinsfile"],
    interpreters: ["groovy"],
    grammar: "",
    load: async () => (await import("./groovy.ts")).groovy,
  },
  {
    id: "scala",
    name: "Scala",
    extensions: [".scala", ".sc", ".sbt"],
    interpreters: ["scala", "scala-cli", "amm"],
    grammar: "scala",
    load: async () => (await import("./scala.ts")).scala,
  },
  {
    id: "liquid",
    name: "Liquid",
    extensions: [".liquid"],
    // Templates of Jekyll.
    folders: { "_includes/**": [".html"], "_layouts/**": [".html"] },
    grammar: "",
    load: async () => (await import("./liquid.ts")).liquid,
  },
  {
    id: "nix",
    name: "Nix",
    extensions: [".nix"],
    grammar: "nix",
    load: async () => (await import("./nix.ts")).nix,
  },
  {
    id: "zig",
    name: "Zig",
    extensions: [".zig"],
    grammar: "zig",
    load: async () => (await import("./zig.ts")).zig,
  },
  {
    id: "hcl",
    name: "HCL (Terraform)",
    extensions: [".tf", ".hcl", ".tfvars", ".tofu"],
    grammar: "hcl",
    load: async () => (await import("./hcl.ts")).hcl,
  },
  {
    id: "stan",
    name: "Stan",
    extensions: [".stan", ".stanfunctions"],
    grammar: "",
    load: async () => (await import("./stan.ts")).stan,
  },
  {
    id: "sql",
    name: "SQL",
    extensions: [".sql", ".ddl", ".pks", ".pkb", ".tps", ".tpb", ".plsql", ".pgsql"],
    grammar: "",
    load: async () => (await import("./sql.ts")).sql,
  },
  {
    id: "cobol",
    name: "COBOL",
    extensions: [".cob", ".cbl", ".cpy", ".cobol"],
    grammar: "",
    load: async () => (await import("./cobol.ts")).cobol,
  },
  {
    id: "fortran",
    name: "Fortran",
    extensions: [".f90", ".f95", ".f03", ".f08", ".f18", ".f", ".for", ".ftn", ".f77", ".fpp"],
    grammar: "",
    load: async () => (await import("./fortran.ts")).fortran,
  },
  {
    id: "lua",
    name: "Lua",
    extensions: [".lua", ".rockspec"],
    interpreters: ["lua", "luajit", "texlua", "nvim"],
    grammar: "lua",
    load: async () => (await import("./lua.ts")).lua,
  },
  {
    id: "luau",
    name: "Luau",
    extensions: [".luau"],
    interpreters: ["luau", "lune"],
    grammar: "lua",
    manifestNames: ["default.project.json", "dev.project.json", "test.project.json"],
    load: async () => (await import("./luau.ts")).luau,
  },
  {
    id: "elixir",
    name: "Elixir",
    extensions: [".ex", ".exs"],
    interpreters: ["elixir", "iex"],
    grammar: "elixir",
    load: async () => (await import("./elixir.ts")).elixir,
  },
  {
    id: "erlang",
    name: "Erlang",
    extensions: [".erl", ".hrl", ".escript"],
    interpreters: ["escript"],
    grammar: "erlang",
    load: async () => (await import("./erlang.ts")).erlang,
  },
  {
    id: "haskell",
    name: "Haskell",
    extensions: [".hs"],
    interpreters: ["runghc", "runhaskell"],
    grammar: "haskell",
    load: async () => (await import("./haskell.ts")).haskell,
  },
  {
    id: "pascal",
    name: "Pascal",
    extensions: [".pas", ".dpr", ".lpr", ".dpk", ".pp"],
    grammar: "pascal",
    load: async () => (await import("./pascal.ts")).pascal,
  },
  {
    id: "ocaml",
    name: "OCaml",
    extensions: [".ml"],
    interpreters: ["ocaml"],
    grammar: "ocaml",
    manifestNames: ["dune"],
    load: async () => (await import("./ocaml.ts")).ocaml,
  },
  {
    id: "ocaml_interface",
    name: "OCaml interfaces",
    extensions: [".mli"],
    grammar: "ocaml_interface",
    load: async () => (await import("./ocaml.ts")).ocaml,
  },
  {
    id: "bash",
    name: "Bash",
    extensions: [".sh", ".bash", ".bats", ".ksh"],
    filenames: [
      ".bashrc",
      ".bash_profile",
      ".bash_aliases",
      ".profile",
      "PKGBUILD",
      "APKBUILD",
    ],
    interpreters: ["bash", "sh", "dash", "ksh", "bats"],
    grammar: "bash",
    load: async () => (await import("./bash.ts")).bash,
  },
  {
    id: "make",
    name: "Make",
    extensions: [".mk", ".mak"],
    filenames: ["Makefile", "makefile", "GNUmakefile", "Makefile.am"],
    grammar: "",
    load: async () => (await import("./make.ts")).make,
  },
  {
    id: "dockerfile",
    name: "Dockerfile",
    extensions: [".dockerfile"],
    filenames: ["Dockerfile", "Containerfile"],
    stems: ["Dockerfile", "Containerfile"],
    grammar: "",
    load: async () => (await import("./dockerfile.ts")).dockerfile,
  },
  {
    id: "play-routes",
    name: "Play routes",
    extensions: [".routes"],
    filenames: ["routes"],
    grammar: "",
    load: async () => (await import("./play_routes.ts")).playRoutes,
  },
  {
    id: "actions",
    name: "GitHub Actions",
    extensions: [],
    filenames: ["action.yml", "action.yaml"],
    folders: { ".github/workflows": [".yml", ".yaml"] },
    grammar: "yaml",
    load: async () => (await import("./actions.ts")).actions,
  },
  {
    id: "snakemake",
    name: "Snakemake",
    extensions: [".smk", ".snakefile", ".snake"],
    filenames: ["Snakefile", "snakefile"],
    stems: ["Snakefile"],
    interpreters: ["snakemake"],
    grammar: "python",
    load: async () => (await import("./snakemake.ts")).snakemake,
  },
  {
    id: "nextflow",
    name: "Nextflow",
    extensions: [".nf"],
    interpreters: ["nextflow"],
    grammar: "",
    load: async () => (await import("./nextflow.ts")).nextflow,
  },
  {
    id: "wdl",
    name: "WDL",
    extensions: [".wdl"],
    grammar: "",
    load: async () => (await import("./wdl.ts")).wdl,
  },
  {
    id: "cwl",
    name: "CWL",
    extensions: [".cwl"],
    interpreters: ["cwl-runner", "cwltool"],
    grammar: "yaml",
    load: async () => (await import("./cwl.ts")).cwl,
  },
  {
    id: "dart",
    name: "Dart",
    extensions: [".dart"],
    grammar: "dart",
    manifestNames: ["pubspec.yaml"],
    load: async () => (await import("./dart.ts")).dart,
  },
  {
    id: "solidity",
    name: "Solidity",
    extensions: [".sol"],
    grammar: "solidity",
    manifestNames: ["remappings.txt"],
    load: async () => (await import("./solidity.ts")).solidity,
  },
];

const BY_ID = new Map(LANGUAGES.map((entry) => [entry.id, entry]));
const LOADED = new Map<string, Language>();

/** How a language's files are known. @throws {Error} for an id that the registry does not hold. */
export function languageEntry(id: string): LanguageEntry {
  const entry = BY_ID.get(id);
  if (entry === undefined) throw new Error(`unknown language "${id}"`);
  return entry;
}

/** Loads a language: only those that a project has cost time. @throws {Error} as {@link languageEntry} */
export async function loadLanguage(id: string): Promise<Language> {
  const entry = languageEntry(id);
  let language = LOADED.get(id);
  if (language === undefined) {
    language = { ...entry, ...await entry.load() };
    LOADED.set(id, language);
  }
  return language;
}

/** Loads several languages. @throws {Error} as {@link languageEntry} */
export async function loadLanguages(ids: Iterable<string>): Promise<void> {
  await Promise.all(Array.from(new Set(ids), loadLanguage));
}

/** A language that was loaded. @throws {Error} when it was not. */
export function languageOf(id: string): Language {
  const language = LOADED.get(id);
  if (language === undefined) throw new Error(`language "${id}" is not loaded`);
  return language;
}
