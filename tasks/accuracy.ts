/**
 * Measures the call edges of the product, and on request of CodeGraph 1.6.1, against compilers.
 * See tasks/accuracy/README.md for how edges are judged.
 */
import { parseArgs } from "node:util";
import { join } from "node:path";
import { type AccuracyRow, accuracyTable, readRows } from "./measure/accuracy_table.ts";
import { cacheFolder } from "./measure/cache_folder.ts";
import { type Checkout, findCheckouts } from "./measure/checkouts.ts";
import { productCommand, run } from "./measure/command.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, runTask, TaskFailure } from "./measure/task.ts";

const USAGE = `usage: deno task accuracy [options] [NAME|FOLDER…]

Measures the call edges of the product against compilers, type checkers and runtimes. A NAME is one
of tasks/accuracy/repositories.json; a FOLDER is any project. Without either: all the names.

  --peer             measure CodeGraph 1.6.1 as well
  --readme           write the table into README.md (implies --peer)
  --language L       python, typescript, perl, r, julia or matlab only; may be repeated
  --checkouts FOLDER take the repositories from FOLDER/NAME instead of cloning them
  --work FOLDER      where truth, edges and reports are kept (default: in the cache folder)
  --fresh            measure CodeGraph again too; otherwise its earlier report is kept

environment: PRODUCT_COMMAND starts the product (default: this checkout), PYTHON is the Python to
use (3.11 or later, the newest at hand is best).`;

interface Settings {
  readonly peer: boolean;
  readonly readme: boolean;
  readonly fresh: boolean;
  readonly languages: readonly string[];
  readonly checkouts: string | undefined;
  readonly work: string;
  readonly wanted: readonly string[];
}

function readSettings(args: string[]): Settings | undefined {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        peer: { type: "boolean", default: false },
        readme: { type: "boolean", default: false },
        fresh: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        language: { type: "string", multiple: true, default: [] },
        checkouts: { type: "string" },
        work: { type: "string" },
      },
    });
  } catch (error) {
    throw new TaskFailure(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  return {
    peer: values.peer || values.readme,
    readme: values.readme,
    fresh: values.fresh,
    languages: values.language,
    checkouts: values.checkouts,
    work: values.work ?? join(cacheFolder("codegraph-accuracy"), "work"),
    wanted: positionals,
  };
}

async function measureProduct(checkout: Checkout, settings: Settings): Promise<void> {
  const [command = "", ...args] = productCommand();
  const index = { command, args: [...args, "index", "--force", "--quiet", checkout.folder] };
  await run(index, "nothing");
  await score("product", checkout, settings, true);
}

async function measurePeer(checkout: Checkout, settings: Settings): Promise<void> {
  // Both products use `.codegraph`: ours is a link, through which the peer would write into our index.
  removeLink(join(checkout.folder, ".codegraph"));
  await score("peer", checkout, settings, settings.fresh);
}

function removeLink(path: string): void {
  try {
    if (Deno.lstatSync(path).isSymlink) Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function score(
  subject: "product" | "peer",
  checkout: Checkout,
  settings: Settings,
  fresh: boolean,
): Promise<void> {
  const script = decodeURIComponent(new URL("accuracy/accuracy.py", import.meta.url).pathname);
  await run({
    command: Deno.env.get("PYTHON") ?? "python3",
    args: [
      script,
      ...["--subject", subject, "--work", settings.work],
      ...(fresh ? ["--fresh"] : []),
      ...languagesOf(checkout, settings).flatMap((language) => ["--language", language]),
      checkout.folder,
    ],
    env: { PRODUCT_COMMAND: productCommand().join(" "), DENO: Deno.execPath() },
  });
}

function languagesOf(checkout: Checkout, settings: Settings): readonly string[] {
  if (settings.languages.length > 0) return settings.languages;
  return checkout.language === undefined ? [] : [checkout.language];
}

async function measure(settings: Settings): Promise<void> {
  const clones = join(cacheFolder("codegraph-accuracy"), "checkouts");
  const { wanted, languages, checkouts } = settings;
  const rows: AccuracyRow[] = [];
  for (const checkout of await findCheckouts(wanted, languages, checkouts, clones)) {
    if (settings.peer) await measurePeer(checkout, settings);
    await measureProduct(checkout, settings);
    rows.push(...readRows(settings.work, checkout.name));
  }
  const table = accuracyTable(rows);
  print(`\n${table}`);
  if (settings.readme) await writeReadmeSection("accuracy", table);
}

if (import.meta.main) {
  await runTask(async () => {
    const settings = readSettings(Deno.args);
    if (settings === undefined) print(USAGE);
    else await measure(settings);
  });
}
