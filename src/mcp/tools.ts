/** The tools as the protocol lists them. */
// @ts-types="@modelcontextprotocol/sdk/types"
import type { Tool, ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { inputSchema, optionalText, type Parameters } from "../answers/parameters.ts";
import type { Question } from "../answers/question.ts";
import { QUESTIONS } from "../answers/questions.ts";

/** Begins the name of every tool that asks the graph. */
export const TOOL_PREFIX = "codegraph_";
/** Tells that the project could not be set up. */
export const SETUP_ERROR_TOOL = "codegraphagent_setup_error";

const READ_ONLY: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** What every tool takes beside its question's own parameters. */
export const COMMON_PARAMETERS = {
  projectPath: optionalText(
    'Directory of another project than the current one, e.g. "/home/me/src/flask"',
  ),
} satisfies Parameters;

/**
 * The questions that are offered as tools.
 *
 * @param only comma list of short names, as in `CODEGRAPH_MCP_TOOLS`; all of them without it
 */
export function offeredQuestions(only: string | undefined): readonly Question[] {
  if (only === undefined || only.trim() === "") return QUESTIONS;
  const names = only.split(",").map((name) => name.trim().replace(TOOL_PREFIX, ""));
  return QUESTIONS.filter(({ name }) => names.includes(name));
}

/** A question as a tool. */
export function toolOf({ name, title, description, parameters, answerSchema }: Question): Tool {
  return {
    name: TOOL_PREFIX + name,
    title,
    description,
    inputSchema: inputSchema({ ...parameters, ...COMMON_PARAMETERS }) as Tool["inputSchema"],
    outputSchema: answerSchema as NonNullable<Tool["outputSchema"]>,
    annotations: { title, ...READ_ONLY },
  };
}

/** The tool that stands beside the others while the project cannot be set up. */
export function setupErrorTool(message: string, remedy: string): Tool {
  return {
    name: SETUP_ERROR_TOOL,
    title: "Why the code graph is not available",
    description:
      `CodeGraphAgent could not be set up: ${message}. ${remedy}\nTell the user; the other tools work with projectPath.`,
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    annotations: { title: "Why the code graph is not available", ...READ_ONLY },
  };
}
