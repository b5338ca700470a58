import { parseArgs } from "node:util";
import { addGrammar, type GrammarRequest } from "./grammars/add_grammar.ts";
import { checkGrammars } from "./grammars/check_grammars.ts";
import { GrammarFolder } from "./grammars/grammar_folder.ts";
import { GrammarRuntime } from "./grammars/grammar_runtime.ts";
import { formatOrigin, parseOrigin } from "./grammars/package_origin.ts";
import { PackageShelf } from "./grammars/package_shelf.ts";

const USAGE = `deno task grammars                 list the grammars
deno task grammars --check         prove each committed grammar from its package
deno task grammars NAME...         make recorded grammars anew and update the record
deno task grammars NAME --from npm:tree-sitter-lua@0.4.1 --sample 'x = 1'
                                   add a grammar, or move it to another version

  --from REGISTRY:PACKAGE@VERSION  npm, cargo or pypi, exact version
  --path PATH                      the .wasm, or the folder of parser.c, within the package;
                                   needed only where the package holds several
  --sample TEXT                    a few lines that must parse without an error
  --licence SPDX                   needed only where the package does not state it
`;

const OPTIONS = {
  check: { type: "boolean" },
  from: { type: "string" },
  path: { type: "string" },
  sample: { type: "string" },
  licence: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

type Options = {
  readonly [option in keyof typeof OPTIONS]?: (typeof OPTIONS)[option]["type"] extends "boolean"
    ? boolean
    : string;
};

function say(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));
}

function complain(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(line + "\n"));
}

/** Runs the task; returns its exit code: 0 done, 1 could not, 2 wrong usage. */
async function main(args: readonly string[]): Promise<number> {
  let names: string[];
  let options: Options;
  try {
    const parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    names = parsed.positionals;
    options = parsed.values;
    requireSense(names, options);
  } catch (error) {
    complain(`${messageOf(error)}\n\n${USAGE}`);
    return 2;
  }
  const folder = new GrammarFolder();
  if (options.help) return say(USAGE), 0;
  if (options.check) return await checkGrammars(folder, say) ? 0 : 1;
  if (names.length === 0) return await list(folder);
  return await makeEach(names, options, folder);
}

/** @throws {Error} on options that do not go together */
function requireSense(names: readonly string[], options: Options): void {
  const details = options.from ?? options.path ?? options.sample ?? options.licence;
  if (options.check && (names.length > 0 || details !== undefined)) {
    throw new Error("--check proves all grammars and takes nothing else");
  }
  if (details !== undefined && names.length !== 1) {
    throw new Error("--from, --path, --sample and --licence go with exactly one name");
  }
  if (options.from !== undefined) parseOrigin(options.from);
}

async function list(folder: GrammarFolder): Promise<number> {
  for (const source of await folder.sources()) {
    say(`${source.name.padEnd(14)} ${source.route.padEnd(9)} ${formatOrigin(source)}`);
  }
  say(`\n${USAGE}`);
  return 0;
}

async function makeEach(
  names: readonly string[],
  options: Options,
  folder: GrammarFolder,
): Promise<number> {
  const runtime = await GrammarRuntime.start();
  await using shelf = await PackageShelf.create();
  let code = 0;
  for (const name of names) {
    const request: GrammarRequest = {
      name,
      origin: options.from === undefined ? undefined : parseOrigin(options.from),
      path: options.path,
      licence: options.licence,
      sample: options.sample,
    };
    try {
      const source = await addGrammar(request, folder, runtime, shelf);
      say(`${name}: ${source.route} from ${formatOrigin(source)}, ${source.path}`);
    } catch (error) {
      complain(`${name}: ${messageOf(error)}`);
      code = 1;
    }
  }
  return code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
