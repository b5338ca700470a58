import { LANGUAGES } from "../../src/languages/registry.ts";
import type { ArchiveSizes } from "./archive_sizes.ts";

/** A language in one real project: what was counted, and what was judged by hand against the source. */
export interface MeasuredProject {
  readonly language: string;
  readonly project: string;
  readonly files: number;
  /** Files of which the grammar could read every line. */
  readonly readable: number;
  /**
   * Share of the definitions that universal-ctags finds, without those that we leave out on purpose;
   * none of a language that it does not know.
   */
  readonly ctags?: number;
  /** Call sites judged of which the target is in the project; none where no call was judged. */
  readonly sites?: number;
  /** Of these, the ones with an `exact` or `inferred` edge to the right target. */
  readonly found?: number;
  /** `exact` and `inferred` edges at all call sites judged. */
  readonly edges?: number;
  /** Of these, the right ones. */
  readonly right?: number;
}

const MEASURED = new URL("./measured.json", import.meta.url);

/** The figures that were measured. */
export function measuredProjects(): readonly MeasuredProject[] {
  return JSON.parse(Deno.readTextFileSync(MEASURED)) as MeasuredProject[];
}

/**
 * The table of languages in Markdown: how files are known, what was measured, and what each adds to the
 * engine archive.
 */
export function languageTable(measured: readonly MeasuredProject[], sizes: ArchiveSizes): string {
  const lines = [
    "| language | files | measured on | readable | of ctags | precision | recall | archive, MB |",
    "|---|---|---|--:|--:|--:|--:|--:|",
  ];
  for (const { id, name, extensions, filenames = [], stems = [], folders = {} } of LANGUAGES) {
    const own = measured.filter(({ language }) => language === id);
    const inFolders = Object.entries(folders)
      .flatMap(([folder, ends]) => ends.map((end) => `${folder}/*${end}`));
    const others = [...stems.map((stem) => `${stem}.*`), ...inFolders];
    const files = [...extensions, ...filenames, ...others].map((one) => `\`${one}\``).join(" ");
    const projects = own.length === 0 ? "" : own.map(({ project }) => project).join(", ");
    const size = sizes[id] === undefined ? "" : (sizes[id] / 1e6).toFixed(2);
    lines.push(`| ${[name, files, projects, ...figures(own), size].join(" | ")} |`);
  }
  return lines.join("\n");
}

/** Figures of one language over its projects; nothing where none was measured so. */
function figures(own: readonly MeasuredProject[]): string[] {
  const shareOf = (
    part: (project: MeasuredProject) => number | undefined,
    whole: (project: MeasuredProject) => number | undefined,
  ): number | undefined => {
    const counted = own.filter((one) => part(one) !== undefined && whole(one) !== undefined);
    const sum = (of: typeof part): number =>
      counted.reduce((total, project) => total + of(project)!, 0);
    return counted.length === 0 ? undefined : sum(part) / sum(whole);
  };
  return [
    percent(shareOf(({ readable }) => readable, ({ files }) => files)),
    percent(shareOf(
      ({ ctags, files }) => ctags === undefined ? undefined : ctags * files,
      ({ ctags, files }) => ctags === undefined ? undefined : files,
    )),
    shareOf(({ right }) => right, ({ edges }) => edges)?.toFixed(3) ?? "",
    shareOf(({ found }) => found, ({ sites }) => sites)?.toFixed(3) ?? "",
  ];
}

function percent(share: number | undefined): string {
  return share === undefined ? "" : `${(100 * share).toFixed(1)} %`;
}
