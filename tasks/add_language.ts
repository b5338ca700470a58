/** Scaffolds a language, or takes one out again. */
import { parseArgs } from "node:util";
import { languageSource } from "./add_language/language_source.ts";
import { type LanguageNames, languageNames } from "./add_language/names.ts";
import { withLanguage, withoutLanguage } from "./add_language/registry_lines.ts";
import { syntaxForms } from "./add_language/syntax_forms.ts";
import { GrammarFolder } from "./grammars/grammar_folder.ts";
import { isGrammarName } from "./grammars/grammar_source.ts";
import { runTool } from "./grammars/run_tool.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";
import { inRepository } from "./release/repository.ts";

const USAGE =
  `deno task add-language NAME --from npm:tree-sitter-lua@0.4.1 --extension .lua --sample FILE
deno task add-language NAME --grammar GRAMMAR --extension .ext --sample FILE
deno task add-language NAME --remove

  --from REGISTRY:PACKAGE@VERSION  bring this grammar in: npm, cargo or pypi, exact version
  --path PATH                      the .wasm, or the folder of parser.c, within its package
  --grammar GRAMMAR                use a grammar that is there already
  --extension .EXT                 extension of its files; may be given several times
  --sample FILE                    a few lines of the language, with definitions and calls: they
                                   become its first case
  --title TEXT                     its name for people
`;

const OPTIONS = {
  from: { type: "string" },
  path: { type: "string" },
  grammar: { type: "string" },
  extension: { type: "string", multiple: true },
  sample: { type: "string" },
  title: { type: "string" },
  remove: { type: "boolean", default: false },
  help: { type: "boolean", short: "h" },
} as const;

const REGISTRY = inRepository("src/languages/registry.ts");

interface Wishes {
  readonly from: string | undefined;
  readonly path: string | undefined;
  readonly grammar: string | undefined;
  readonly extensions: readonly string[];
  readonly sample: string;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    options: OPTIONS,
    allowPositionals: true,
  });
  const [id, ...others] = positionals;
  if (values.help) return print(USAGE);
  if (id === undefined || others.length > 0 || !isGrammarName(id)) {
    printError(USAGE);
    throw new TaskFailure("name one language, in lower case letters, digits and _");
  }
  const names = languageNames(id, values.title);
  if (values.remove) return await remove(names);
  const { from, path, grammar, extension: extensions, sample } = values;
  if (extensions === undefined || sample === undefined || (from === undefined) === !grammar) {
    printError(USAGE);
    throw new TaskFailure("say its --extension, a --sample, and either --from or --grammar");
  }
  await add(names, { from, path, grammar, extensions, sample });
}

async function add(names: LanguageNames, wishes: Wishes): Promise<void> {
  const registry = await Deno.readTextFile(REGISTRY);
  if (await exists(sourcePath(names)) || await exists(caseFolder(names))) {
    throw new TaskFailure(`${names.id} is there already`);
  }
  const sample = await Deno.readTextFile(wishes.sample);
  const grammar = wishes.grammar ?? names.id;
  if (wishes.from !== undefined) await bringGrammar(names.id, wishes.from, wishes.path, sample);
  const module = await new GrammarFolder().module(grammar);
  if (module === undefined) throw new TaskFailure(`there is no grammars/${grammar}.wasm`);
  const forms = await syntaxForms(module, sample);
  // In some grammars definitions are calls like others: which ones are, the language must say.
  if (forms.definitions.length === 0 && forms.calls.length === 0) {
    throw new TaskFailure(
      "nothing in the sample looks like a definition or a call: give one with some",
    );
  }
  const { extensions } = wishes;
  const source = languageSource({ names, grammar, extensions, forms });
  await Deno.writeTextFile(sourcePath(names), source);
  await Deno.writeTextFile(REGISTRY, withLanguage(registry, { names, grammar, extensions }));
  await Deno.mkdir(caseFolder(names), { recursive: true });
  const text = `=== sample${extensions[0]}\n${sample.trimEnd()}\n`;
  await Deno.writeTextFile(`${caseFolder(names)}/sample.case`, text);
  await runTool(Deno.execPath(), ["fmt", "--quiet", sourcePath(names), REGISTRY], inRepository());
  await writeExpectations(names);
  sayWhatIsThere(names, forms.definitions.length, forms.calls.length);
}

async function bringGrammar(
  name: string,
  from: string,
  path: string | undefined,
  sample: string,
): Promise<void> {
  const where = path === undefined ? [] : ["--path", path];
  const task = ["task", "grammars", name, "--from", from, ...where, "--sample", sample];
  await runTool(Deno.execPath(), task, inRepository());
}

/** The case's annotations, from what the product says of the sample. */
async function writeExpectations({ id }: LanguageNames): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--quiet", "tests/cases_test.ts", "--filter", `cases of ${id}`],
    cwd: inRepository(),
    env: { UPDATE_CASES: "1", NO_COLOR: "1" },
  }).output();
  if (success) return;
  const decoder = new TextDecoder();
  throw new Error(decoder.decode(stderr) + decoder.decode(stdout));
}

function sayWhatIsThere({ id, title }: LanguageNames, definitions: number, calls: number): void {
  print(`${title} is there: ${definitions} node types define, ${calls} call. Next:

  src/languages/${id}.ts           tables, module system, semantics
  tests/cases/${id}/sample.case    read what the product says of the sample; write more cases
  deno task ok                     must pass, and does now`);
}

async function remove(names: LanguageNames): Promise<void> {
  if (!await exists(sourcePath(names))) throw new TaskFailure(`there is no ${names.id}`);
  const registry = await Deno.readTextFile(REGISTRY);
  await Deno.writeTextFile(REGISTRY, withoutLanguage(registry, names));
  await Deno.remove(sourcePath(names));
  await Deno.remove(caseFolder(names), { recursive: true });
  await new GrammarFolder().remove(names.id);
  print(`${names.title} is gone`);
}

function sourcePath({ id }: LanguageNames): string {
  return inRepository("src/languages", `${id}.ts`);
}

function caseFolder({ id }: LanguageNames): string {
  return inRepository("tests/cases", id);
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

await runTask(main);
