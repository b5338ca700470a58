import { examineGrammar } from "./examine_grammar.ts";
import type { GrammarFolder } from "./grammar_folder.ts";
import { GrammarRuntime } from "./grammar_runtime.ts";
import type { GrammarSource } from "./grammar_source.ts";
import { formatOrigin } from "./package_origin.ts";
import { PackageShelf } from "./package_shelf.ts";
import { proveGrammar } from "./prove_grammar.ts";
import { sourcesPage } from "./sources_page.ts";

/**
 * Proves every committed grammar from its package and says how it went, a line for each.
 *
 * @returns whether nothing is wrong; a build that this machine cannot repeat is not wrong
 */
export async function checkGrammars(
  folder: GrammarFolder,
  say: (line: string) => void,
): Promise<boolean> {
  const sources = await folder.sources();
  const faults = await examineFolder(sources, folder);
  faults.forEach((fault) => say(`WRONG ${fault}`));
  const runtime = await GrammarRuntime.start();
  await using shelf = await PackageShelf.create();
  const counts = { "ok": 0, "WRONG": 0, "NOT PROVED": 0 };
  const left = [...sources];
  // A build keeps one processor busy for minutes.
  const judgeNext = async (): Promise<void> => {
    for (let source = left.shift(); source !== undefined; source = left.shift()) {
      const { word, why } = await judge(source, folder, runtime, shelf);
      say(`${word} ${source.name} (${source.route}, ${formatOrigin(source)})${why}`);
      counts[word]++;
    }
  };
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, judgeNext));
  say(`${counts.ok} proved, ${counts["NOT PROVED"]} NOT PROVED, ${counts.WRONG} wrong`);
  return faults.length + counts.WRONG === 0;
}

interface Verdict {
  readonly word: "ok" | "WRONG" | "NOT PROVED";
  readonly why: string;
}

async function judge(
  source: GrammarSource,
  folder: GrammarFolder,
  runtime: GrammarRuntime,
  shelf: PackageShelf,
): Promise<Verdict> {
  const wrong = (why: string): Verdict => ({ word: "WRONG", why: `: ${why}` });
  try {
    const faults = await examineGrammar(source, folder, runtime);
    if (faults.length > 0) return wrong(faults.join("; "));
    const proof = await proveGrammar(source, shelf);
    if (proof.outcome === "refuted") return wrong(proof.reason);
    if (proof.outcome === "open") return { word: "NOT PROVED", why: `: ${proof.reason}` };
    return { word: "ok", why: "" };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

async function examineFolder(
  sources: readonly GrammarSource[],
  folder: GrammarFolder,
): Promise<string[]> {
  const faults = (await folder.unlisted(sources)).map((file) => `${file} is not in sources.json`);
  if (await folder.page() !== sourcesPage(sources)) {
    faults.push("SOURCES.md does not follow from sources.json");
  }
  return faults;
}
