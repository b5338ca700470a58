/** Whether the program itself is whole, and what the environment tells it. */
import { QUESTIONS } from "../answers/questions.ts";
import { faultyGrammars } from "../index/grammar_files.ts";
import { LANGUAGES } from "../languages/registry.ts";
import { LOG_LEVELS } from "../mcp/server_log.ts";
import type { Environment } from "../project/layout.ts";
import { VERSION } from "../version.ts";
import { type Finding, note, ok, problem } from "./finding.ts";

/** Looks at the installation. */
export async function checkInstallation(environment: Environment): Promise<Finding[]> {
  const how = Deno.build.standalone
    ? "the executable"
    : `from source with Deno ${Deno.version.deno}`;
  return [
    ok("version", `${VERSION}, ${how}, on ${Deno.build.target}`),
    await checkGrammars(),
    ...checkEnvironment(environment),
  ];
}

async function checkGrammars(): Promise<Finding> {
  const faulty = await faultyGrammars();
  if (faulty.length === 0) return ok("languages", `${LANGUAGES.length}, all their grammars whole`);
  const detail = `grammars missing or altered: ${faulty.join(", ")}`;
  return problem("languages", detail, "Install it anew.");
}

function checkEnvironment(environment: Environment): Finding[] {
  const findings: Finding[] = [];
  const level = environment("CODEGRAPH_LOG") ?? "";
  if (level !== "" && !LOG_LEVELS.some((name) => name === level.toLowerCase())) {
    const known = LOG_LEVELS.join(", ");
    findings.push(note("CODEGRAPH_LOG", `there is no level ${level}`, `Known are ${known}.`));
  }
  const names = (environment("CODEGRAPH_MCP_TOOLS") ?? "").split(",")
    .map((name) => name.trim().replace(/^codegraph_/, ""));
  const unknown = names.filter((name) =>
    name !== "" && !QUESTIONS.some((one) => one.name === name)
  );
  if (unknown.length > 0) {
    const known = QUESTIONS.map(({ name }) => name).join(", ");
    const detail = `there is no tool ${unknown.join(", ")}`;
    findings.push(problem("CODEGRAPH_MCP_TOOLS", detail, `Known are ${known}.`));
  }
  if ((environment("CODEGRAPH_NO_WATCH") ?? "") !== "") {
    const detail = "is set: the server does not follow changes";
    findings.push(note("CODEGRAPH_NO_WATCH", detail, "Unset it, or run codegraph sync yourself."));
  }
  return findings;
}
