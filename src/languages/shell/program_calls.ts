/** Which scripts, modules and functions of a project a command line runs. */
import { type Expansion, literalWord } from "./literal_word.ts";
import {
  leveledCommands,
  type ShellCommand,
  shellCommands,
  type ShellWord,
} from "./shell_words.ts";

/** A program of the project that a command runs. */
export interface ProgramCall {
  /** Path, module or function, as the means has it. */
  readonly name: string;
  readonly start: number;
  /** How it is run, for people and for the bridge: `Rscript`, `python -m`. */
  readonly means: string;
  /** Folder in which it is looked for, where the command says so. */
  readonly folder?: string;
}

/** How an interpreter takes its script. */
interface Interpreter {
  /** What the call is named, whichever version is run. */
  readonly means: string;
  /** Options that take the next word. */
  readonly taking?: readonly string[];
  /** Options whose argument is code or a module, with what they mean. */
  readonly inline?: Readonly<Record<string, string>>;
  /** Words between the interpreter and the script: `deno run`. */
  readonly verbs?: readonly string[];
}

const PYTHON: Interpreter = {
  means: "python",
  taking: ["-W", "-X"],
  inline: { "-m": "python -m", "-c": "" },
};
const SHELL: Interpreter = { means: "bash", taking: ["-o"], inline: { "-c": "shell" } };
const MATLAB: Interpreter = {
  means: "matlab",
  inline: { "-r": "matlab", "-batch": "matlab", "--eval": "matlab" },
};

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  python: PYTHON,
  pypy: PYTHON,
  pythonw: PYTHON,
  Rscript: { means: "Rscript", inline: { "-e": "Rscript -e" } },
  R: {
    means: "R",
    inline: { "-e": "Rscript -e", "-f": "Rscript", "--file": "Rscript" },
    verbs: ["CMD", "BATCH"],
  },
  perl: { means: "perl", taking: ["-I"], inline: { "-e": "", "-E": "", "-ne": "", "-pe": "" } },
  julia: { means: "julia", taking: ["-p", "-t", "-J", "-O"], inline: { "-e": "", "-E": "" } },
  bash: SHELL,
  sh: SHELL,
  zsh: SHELL,
  dash: SHELL,
  ksh: SHELL,
  node: { means: "node", taking: ["-r", "--require"], inline: { "-e": "", "-p": "" } },
  ts: { means: "node" },
  tsx: { means: "node" },
  bun: { means: "node", verbs: ["run"] },
  deno: { means: "deno run", verbs: ["run", "test"] },
  ruby: { means: "ruby", taking: ["-I", "-r"], inline: { "-e": "" } },
  php: { means: "php", inline: { "-r": "" } },
  lua: { means: "lua", inline: { "-e": "" } },
  matlab: MATLAB,
  octave: { ...MATLAB, means: "octave" },
  groovy: { means: "groovy", inline: { "-e": "" } },
  streamlit: { means: "python", verbs: ["run"] },
  torchrun: { means: "python" },
};

/** Options of workflow engines that name the workflow. */
const SNAKEFILE_OPTIONS: ReadonlySet<string> = new Set(["-s", "--snakefile"]);
/** Extensions of scripts: a path that ends so is run by itself. */
const SCRIPT = /\.(?:sh|bash|py|R|r|pl|jl|rb|js|mjs|ts|php|lua|m|nf)$/;
/** Commands that run the command in their arguments. */
const WRAPPERS: ReadonlySet<string> = new Set(
  ("exec env sudo time nohup nice ionice timeout command stdbuf setsid unbuffer xargs parallel srun mpirun mpiexec " +
    "conda mamba micromamba singularity apptainer docker podman poetry uv pipenv pixi rye hatch coverage " +
    "accelerate npx xvfb-run catchsegv valgrind gdb strace watch run runuser chronic doas flock bsub qsub sbatch")
    .split(" "),
);
const MOST_DEPTH = 4;

/** What a command runs of the project. @param expand what variables come to */
export function programCalls(words: ShellCommand, expand?: Expansion, depth = 0): ProgramCall[] {
  const first = words[0];
  if (first === undefined || depth > MOST_DEPTH) return [];
  const command = literalWord(first.raw, expand);
  if (command === undefined) return [];
  const name = command.slice(command.lastIndexOf("/") + 1);
  const interpreter = interpreterOf(name);
  if (interpreter !== undefined) return interpreted(words, interpreter, expand, depth);
  if (name === "make" || name === "gmake") return made(words, expand);
  if (name === "snakemake") return workflow(words, "snakemake", expand);
  if (name === "nextflow") return nextflow(words, expand);
  if (WRAPPERS.has(name)) return wrapped(words, name, expand, depth);
  return isScriptPath(command) ? [{ name: command, start: pathStart(first), means: "script" }] : [];
}

/**
 * What the commands of a text run of the project.
 * @param start offset of the text in its file
 * @param folder in which they are run, where that is known
 */
export function programCallsIn(
  text: string,
  start: number,
  expand?: Expansion,
  folder = "",
): ProgramCall[] {
  const calls: ProgramCall[] = [];
  /** Folders of the shells that are open. */
  const folders: string[] = [folder];
  for (const { words, level } of leveledCommands(text, start)) {
    while (folders.length <= level) folders.push(folders.at(-1)!);
    folders.length = level + 1;
    if (words[0]!.raw === "cd") {
      const to = literalWord(words[1]?.raw ?? "", expand);
      folders[level] = to === undefined ? "" : inFolder(to, folders[level]!);
    } else {
      for (const call of programCalls(words, expand)) calls.push(runIn(call, folders[level]!));
    }
  }
  return calls;
}

/** A call as it is when it is run in a folder. */
export function runIn(call: ProgramCall, folder: string): ProgramCall {
  if (folder === "") return call;
  if (call.means === "make") return { ...call, folder: inFolder(call.folder ?? "", folder) };
  const isPath = call.name !== "" && !call.means.includes(" -") && call.means !== "matlab";
  return isPath ? { ...call, name: inFolder(call.name, folder) } : call;
}

/** A path seen from a folder. */
function inFolder(path: string, folder: string): string {
  if (folder === "" || /^[/*@~]/.test(path)) return path;
  const parts = folder.split("/");
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function interpreterOf(name: string): Interpreter | undefined {
  const plain = name.replace(/\.exe$/, "").replace(/(?<=[A-Za-z])-?\d+(?:\.\d+)*$/, "");
  return Object.hasOwn(INTERPRETERS, plain) ? INTERPRETERS[plain] : undefined;
}

function isScriptPath(path: string): boolean {
  if (SCRIPT.test(path)) return /^[\w./*@+-]+$/.test(path);
  return path.includes("/") && !path.endsWith("/") && !/[=:,;()\s]/.test(path) &&
    !/^\/(?:usr|bin|opt|etc|dev|proc|sbin)\//.test(path);
}

function interpreted(
  words: ShellCommand,
  interpreter: Interpreter,
  expand: Expansion | undefined,
  depth: number,
): ProgramCall[] {
  const { means, taking = [], inline = {}, verbs = [] } = interpreter;
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    const text = literalWord(word.raw, expand);
    if (text === undefined) return [];
    const [option, attached] = /^--?[\w-]+=/.test(text) ? splitOption(text) : [text, undefined];
    if (Object.hasOwn(inline, option)) {
      const code = attached === undefined ? words[at + 1] : word;
      return code === undefined ? [] : inlined(code, inline[option]!, expand, depth);
    }
    if (taking.includes(text)) at++;
    else if (text === "-") return [];
    else if (!text.startsWith("-") && !text.startsWith("+") && !verbs.includes(text)) {
      if (means === "R" && !SCRIPT.test(text)) return [];
      return [{ name: text, start: pathStart(word), means: means === "R" ? "Rscript" : means }];
    }
  }
  return [];
}

function splitOption(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** What an option's argument runs, which is code, a module or a file. */
function inlined(
  word: ShellWord,
  means: string,
  expand: Expansion | undefined,
  depth: number,
): ProgramCall[] {
  const start = pathStart(word);
  const code = literalWord(word.raw.replace(/^--?[\w-]+=/, ""), expand) ??
    word.raw.replace(/^["']|["']$/g, "");
  if (means === "") return [];
  if (means === "shell") {
    return shellCommands(code, start).flatMap((words) => programCalls(words, expand, depth + 1));
  }
  if (means === "Rscript -e") return calledInR(code, start);
  if (means === "matlab") return calledInMatlab(code, start);
  return /^[\w./*@-]+$/.test(code) ? [{ name: code, start, means }] : [];
}

/** `pkg::fun(…)` and `source("x.R")` in a line of R. */
function calledInR(code: string, start: number): ProgramCall[] {
  const calls: ProgramCall[] = [];
  for (const match of code.matchAll(/\b([A-Za-z][\w.]*):::?([\w.]+)\s*\(/g)) {
    calls.push({
      name: `${match[1]}::${match[2]}`,
      start: start + match.index,
      means: "Rscript -e",
    });
  }
  for (const match of code.matchAll(/\bsource\(\s*\\?["']([^"'\\]+)/g)) {
    const at = match.index + match[0].length - match[1]!.length;
    calls.push({ name: match[1]!, start: start + at, means: "Rscript" });
  }
  return calls;
}

/** Functions and scripts that statements of MATLAB begin with, or run by `run('x.m')`. */
function calledInMatlab(code: string, start: number): ProgramCall[] {
  const calls: ProgramCall[] = [];
  for (
    const match of code.matchAll(
      /(?:^|[;,])\s*(?:try\b,?\s*)?(?:\[?\w+\]?\s*=\s*)?([A-Za-z][\w.]*)(?=\s*(?:\(|[;,]|$))/g,
    )
  ) {
    const at = match.index + match[0].length - match[1]!.length;
    calls.push({ name: match[1]!, start: start + at, means: "matlab" });
  }
  for (const match of code.matchAll(/\brun\(\s*["']([^"']+)/g)) {
    const at = match.index + match[0].length - match[1]!.length;
    calls.push({ name: match[1]!, start: start + at, means: "matlab run" });
  }
  return calls;
}

/** Targets that `make` is asked for; without one, the first of the makefile. */
function made(words: ShellCommand, expand: Expansion | undefined): ProgramCall[] {
  let folder = "";
  let isKnown = true;
  const targets: { name: string; start: number }[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    const text = literalWord(word.raw, expand);
    if (text === undefined) isKnown &&= /^-|=/.test(word.raw);
    if (text === undefined) continue;
    if (text.startsWith("--directory=")) folder = text.slice("--directory=".length);
    else if (text === "-C" || text === "-f" || text === "--directory") {
      const value = literalWord(words[++at]?.raw ?? "", expand);
      if (value === undefined) return [];
      folder = text !== "-f" ? value : value.slice(0, Math.max(0, value.lastIndexOf("/")));
    } else if (/^-[jlowI]$/.test(text)) {
      if (/^\d+$/.test(words[at + 1]?.raw ?? "")) at++;
    } else if (!text.startsWith("-") && !text.includes("=")) {
      targets.push({ name: text, start: pathStart(word) });
    }
  }
  if (targets.length === 0 && isKnown) targets.push({ name: "", start: words[0]!.start });
  return targets.map((target) => ({
    ...target,
    means: "make",
    ...(folder === "" ? {} : { folder }),
  }));
}

function workflow(
  words: ShellCommand,
  means: string,
  expand: Expansion | undefined,
): ProgramCall[] {
  for (let at = 1; at < words.length - 1; at++) {
    if (!SNAKEFILE_OPTIONS.has(words[at]!.raw)) continue;
    const word = words[at + 1]!;
    const name = literalWord(word.raw, expand);
    return name === undefined ? [] : [{ name, start: pathStart(word), means }];
  }
  return [{ name: "Snakefile", start: words[0]!.start, means }];
}

function nextflow(words: ShellCommand, expand: Expansion | undefined): ProgramCall[] {
  const at = words.findIndex(({ raw }) => raw === "run");
  const word = words.slice(at + 1).find(({ raw }) => !raw.startsWith("-"));
  if (at < 0 || word === undefined) return [];
  const name = literalWord(word.raw, expand);
  return name === undefined ? [] : [{ name, start: pathStart(word), means: "nextflow" }];
}

/** What a wrapper runs begins with the first word that is an interpreter or a script. */
function wrapped(
  words: ShellCommand,
  wrapper: string,
  expand: Expansion | undefined,
  depth: number,
): ProgramCall[] {
  for (let at = 1; at < words.length; at++) {
    const text = literalWord(words[at]!.raw, expand);
    if (text === undefined || text.startsWith("-")) continue;
    const name = text.slice(text.lastIndexOf("/") + 1);
    const runs = interpreterOf(name) !== undefined || name === "make" || name === "snakemake" ||
      name === "nextflow" || WRAPPERS.has(name) && name !== "run";
    if (runs) return programCalls(words.slice(at), expand, depth + 1);
    if (SCRIPT.test(text) || wrapper === "exec" && text.includes("/")) {
      return programCalls(words.slice(at), expand, depth + 1);
    }
  }
  return [];
}

/** Offset of a word's text, after its quote. */
function pathStart({ raw, start }: ShellWord): number {
  return /^["']/.test(raw) ? start + 1 : start;
}
