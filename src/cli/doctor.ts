/** `codegraph doctor`: looks at what keeps the program from working, and says what to do. */
import type { Command } from "commander";
import { type Finding, problemOf } from "../doctor/finding.ts";
import { checkInstallation } from "../doctor/installation.ts";
import { checkProject } from "../doctor/project.ts";
import { checkWatching } from "../doctor/watching.ts";
import { type CommandContext, ExitCode } from "./command_context.ts";
import { projectRoot } from "./open_project.ts";
import type { Terminal } from "./terminal.ts";
import { countText, table } from "./text.ts";

interface DoctorFlags {
  readonly project?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("doctor")
    .description("Look at the installation, the project and its index, and say what to do.")
    .argument("[path]", "the project's directory (default: found from here)")
    .option("--project <path>", "the project's directory")
    .option("--json", "print what was found as JSON")
    .option("--quiet", "print nothing but notes and problems")
    .addHelpText("after", "\nExample:\n  codegraph doctor ~/src/flask")
    .action((path: string | undefined, flags: DoctorFlags) => runDoctor(path, flags, context));
}

async function runDoctor(
  path: string | undefined,
  { project, json, quiet }: DoctorFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  const found = {
    installation: await checkInstallation((name) => Deno.env.get(name)),
    ...await lookAtProject(path ?? project),
  };
  const all = Object.values(found).flat();
  const problems = all.filter(({ state }) => state === "problem").length;
  if (json === true) terminal.print(JSON.stringify(found, null, 2));
  else terminal.write(doctorText(found, terminal, quiet === true));
  if (problems > 0) context.exitCode = ExitCode.failed;
}

async function lookAtProject(
  path: string | undefined,
): Promise<{ readonly project: Finding[]; readonly watching: Finding[] }> {
  try {
    const root = projectRoot(path);
    return { project: checkProject(root), watching: await checkWatching(root) };
  } catch (error) {
    return { project: [problemOf("directory", error)], watching: [] };
  }
}

function doctorText(
  found: Readonly<Record<string, readonly Finding[]>>,
  terminal: Terminal,
  isBrief: boolean,
): string {
  const lines: string[] = [];
  for (const [area, all] of Object.entries(found)) {
    const findings = all.filter(({ state }) => !isBrief || state !== "ok");
    if (findings.length === 0) continue;
    lines.push(
      terminal.bold(`${area[0]!.toUpperCase()}${area.slice(1)}`),
      ...findingLines(findings),
    );
  }
  if (!isBrief) lines.push("", verdict(Object.values(found).flat()));
  return lines.map((line) => `${line}\n`).join("");
}

/** A line for each, and what to do below it. */
function findingLines(findings: readonly Finding[]): string[] {
  const rows = table(findings.map(({ state, about, detail }) => [state, about, detail]), "left");
  const indent = " ".repeat(rows[0]!.indexOf(findings[0]!.detail));
  return rows.flatMap((row, at) => {
    const { remedy } = findings[at]!;
    return remedy === undefined ? [row] : [row, `${indent}${remedy}`];
  });
}

function verdict(findings: readonly Finding[]): string {
  const count = (wanted: Finding["state"]): number =>
    findings.filter(({ state }) => state === wanted).length;
  const [problems, notes] = [count("problem"), count("note")];
  if (problems > 0) return `${countText(problems, "problem")}, ${countText(notes, "note")}.`;
  return notes > 0 ? `No problem, ${countText(notes, "note")}.` : "Everything is in order.";
}
