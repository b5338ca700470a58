import { QUESTIONS } from "../../src/answers/questions.ts";
import { INSTRUCTIONS } from "../../src/mcp/instructions.ts";
import { toolOf } from "../../src/mcp/tools.ts";

/** What the engine says of itself to a client, for the launcher to say while it fetches one. */
export function engineTools(): { instructions: string; tools: ReturnType<typeof toolOf>[] } {
  return { instructions: INSTRUCTIONS, tools: QUESTIONS.map(toolOf) };
}
