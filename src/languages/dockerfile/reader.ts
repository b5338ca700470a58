/** Reads the files by which container images are made. */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";
import { lineWords, type LogicalLine, logicalLines } from "../shell/logical_lines.ts";

const INSTRUCTION = /^\s*(?:ONBUILD\s+)?([A-Za-z]+)\s+/i;
const HEREDOC = /<<-?\s*["']?(\w+)["']?/;
const RUNS: ReadonlySet<string> = new Set(["RUN", "CMD", "ENTRYPOINT", "HEALTHCHECK"]);

/** Types: a stage with its image and name, and what runs and is copied in it. */
export const dockerfileReader: OwnReader = {
  types: ["dockerfile", "stage", "image", "name", "run", "copy", "source", "origin", "word"],
  fields: ["image", "name", "origin", "target"],
  read: (text, tree) => new DockerfileReader(text, tree).run(),
};

class DockerfileReader {
  readonly #text: string;
  readonly #tree: TreeBuilder;
  #isInStage = false;

  constructor(text: string, tree: TreeBuilder) {
    this.#text = text;
    this.#tree = tree;
  }

  run(): void {
    this.#tree.open("dockerfile", 0);
    let end = 0;
    let stageEnd = 0;
    for (const line of logicalLines(this.#text)) {
      if (line.start < end || /^\s*(?:#|$)/.test(line.text)) continue;
      const match = INSTRUCTION.exec(line.text);
      if (match === null) continue;
      const name = match[1]!.toUpperCase();
      if (name === "FROM") this.#stage(line, match[0].length, stageEnd);
      end = this.#endOf(line);
      const at = match[0].length;
      if (RUNS.has(name)) this.#tree.leaf("run", line.start + at, end);
      else if (name === "COPY" || name === "ADD") this.#copy(line, at);
      else if (name === "WORKDIR") this.#words("word", line, at, "target");
      stageEnd = end;
    }
    if (this.#isInStage) this.#tree.close(stageEnd);
    this.#tree.close(this.#text.length);
  }

  /** A line that begins a here-document reaches to its end. */
  #endOf({ text, end }: LogicalLine): number {
    const delimiter = HEREDOC.exec(text)?.[1];
    if (delimiter === undefined) return end;
    const last = new RegExp(`^\\s*${delimiter}[ \\t]*$`, "gm");
    last.lastIndex = end;
    const found = last.exec(this.#text);
    return found === null ? end : found.index + found[0].length;
  }

  #stage({ text, start }: LogicalLine, at: number, before: number): void {
    if (this.#isInStage) this.#tree.close(before);
    this.#isInStage = true;
    this.#tree.open("stage", start);
    const words = lineWords(text.slice(at)).filter((word) => !word.text.startsWith("--"));
    const [image, as, name] = words;
    if (image !== undefined) this.#leaf("image", start + at, image, "image");
    if (name !== undefined && as?.text.toUpperCase() === "AS") {
      this.#leaf("name", start + at, name, "name");
    }
  }

  #copy({ text, start, end }: LogicalLine, at: number): void {
    this.#tree.open("copy", start);
    const all = lineWords(text.slice(at).replace(/[[\]",]/g, " "));
    const words = all.filter((word) => !word.text.startsWith("--"));
    const origin = all.find((word) => word.text.startsWith("--from="));
    if (origin !== undefined) {
      const from = { text: origin.text.slice(7), at: origin.at + 7 };
      this.#leaf("origin", start + at, from, "origin");
    }
    for (const [index, word] of words.entries()) {
      const isTarget = index === words.length - 1 && index > 0;
      this.#leaf(isTarget ? "word" : "source", start + at, word, isTarget ? "target" : "");
    }
    this.#tree.close(end);
  }

  #words(type: string, { text, start }: LogicalLine, at: number, field: string): void {
    for (const word of lineWords(text.slice(at))) this.#leaf(type, start + at, word, field);
  }

  #leaf(
    type: string,
    offset: number,
    { text, at }: { readonly text: string; readonly at: number },
    field = "",
  ): void {
    this.#tree.leaf(type, offset + at, offset + at + text.length, field);
  }
}
