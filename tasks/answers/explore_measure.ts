/** How much of what questions need an exploring tool shows, and in how many characters. */
import { isShown, locateNeed, shownLines } from "./needs.ts";
import type { McpSession } from "./mcp_session.ts";
import type { AskedQuestion } from "./questions.ts";

/** What one answer showed. */
export interface Explored {
  readonly project: string;
  readonly question: string;
  readonly needed: number;
  readonly missing: readonly string[];
  readonly chars: number;
  readonly structuredChars: number;
  readonly milliseconds: number;
}

/**
 * Asks questions and looks for the definitions that they need.
 *
 * @param folder the project that the session serves
 */
export async function measureExplore(
  session: McpSession,
  folder: string,
  questions: readonly AskedQuestion[],
): Promise<Explored[]> {
  const explored: Explored[] = [];
  for (const { project, question, needs } of questions) {
    const { text, structuredChars, milliseconds } = await session.call("codegraph_explore", {
      query: question,
    });
    const lines = shownLines(text);
    const missing = needs.filter((need) => !isShown(lines, locateNeed(folder, need)));
    const needed = needs.length;
    const chars = text.length;
    explored.push({ project, question, needed, missing, chars, structuredChars, milliseconds });
  }
  return explored;
}
