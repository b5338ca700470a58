import { run } from "./command.ts";
import { TaskFailure } from "./task.ts";

/**
 * Replaces what stands between `<!-- NAME:start -->` and `<!-- NAME:end -->` in a Markdown text.
 *
 * @throws TaskFailure when the text lacks the markers
 */
export function replaceSection(markdown: string, name: string, content: string): string {
  const [from, to] = sectionIn(markdown, name);
  return `${markdown.slice(0, from)}\n\n${content.trim()}\n\n${markdown.slice(to)}`;
}

/** Where the content of a section starts and ends. */
function sectionIn(markdown: string, name: string): [from: number, to: number] {
  const start = `<!-- ${name}:start -->`;
  const end = `<!-- ${name}:end -->`;
  const from = markdown.indexOf(start);
  const to = markdown.indexOf(end, from);
  if (from < 0 || to < 0) {
    throw new TaskFailure(`README.md has no section between ${start} and ${end}.`);
  }
  return [from + start.length, to];
}

/**
 * Replaces one generated section of the project's README, and formats it.
 *
 * @param content the new content, or what makes it of the old
 */
export async function writeReadmeSection(
  name: string,
  content: string | ((before: string) => string),
): Promise<void> {
  const path = decodeURIComponent(new URL("../../README.md", import.meta.url).pathname);
  const markdown = Deno.readTextFileSync(path);
  const made = typeof content === "string"
    ? content
    : content(markdown.slice(...sectionIn(markdown, name)).trim());
  Deno.writeTextFileSync(path, replaceSection(markdown, name, made));
  await run({ command: Deno.execPath(), args: ["fmt", "--quiet", path] });
}
