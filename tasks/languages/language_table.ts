import { LANGUAGES } from "../../src/languages/registry.ts";
/** A language in one real project: what was counted, and what was judged by hand against the source. */
export interface MeasuredProject {
  readonly language: string;
  readonly project: string;
  readonly files: number;
  /** Files of which the grammar could read every line. */
  readonly readable: number;
  /** Share of the definitions that universal-ctags finds, without those that we leave out on purpose. */
  readonly ctags: number;
  /** Call sites judged of which the target is in the project. */
  readonly sites: number;
  /** Of these, the ones with an `exact` or `inferred` edge to the right target. */
  readonly found: number;
  /** `exact` and `inferred` edges at all call sites judged. */
  readonly edges: number;
  /** Of these, the right ones. */
  readonly right: number;
}

const MEASURED = new URL("./measured.json", import.meta.url);

/** The figures that were measured. */
export function measuredProjects(): readonly MeasuredProject[] {
  return JSON.parse(Deno.readTextFileSync(MEASURED)) as MeasuredProject[];
}

/** The table of languages in Markdown: how files are known, and what was measured. */
export function languageTable(measured: readonly MeasuredProject[]): string {
  const lines = [
    "| language | files | measured on | readable | of ctags | precision | recall |",
    "|---|---|---|--:|--:|--:|--:|",
  ];
  for (const { id, name, extensions, filenames = [] } of LANGUAGES) {
    const own = measured.filter(({ language }) => language === id);
    const files = [...extensions, ...filenames].map((one) => `\`${one}\``).join(" ");
    const projects = own.length === 0 ? "" : own.map(({ project }) => project).join(", ");
    lines.push(`| ${[name, files, projects, ...figures(own)].join(" | ")} |`);
  }
  return lines.join("\n");
}

/** Figures of one language over its projects; nothing where none was measured so. */
function figures(own: readonly MeasuredProject[]): string[] {
  if (own.length === 0) return ["", "", "", ""];
  const sum = (of: (project: MeasuredProject) => number): number =>
    own.reduce((total, project) => total + of(project), 0);
  const files = sum(({ files }) => files);
  const ctags = sum(({ ctags, files }) => ctags * files) / files;
  return [
    percent(sum(({ readable }) => readable) / files),
    percent(ctags),
    (sum(({ right }) => right) / sum(({ edges }) => edges)).toFixed(3),
    (sum(({ found }) => found) / sum(({ sites }) => sites)).toFixed(3),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
