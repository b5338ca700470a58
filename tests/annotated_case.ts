/**
 * The text form of a case: files of a small project, each source line followed by what the product
 * should say of it. `tests/cases/README.md` describes it for writers.
 */

/** What is said of one place: `calls -> app.py:f (exact, scope)` at a line and columns. */
export interface Annotation {
  /** From 1, in the source without annotations. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** How many characters are marked. */
  readonly length: number;
  readonly text: string;
}

/** One file of a case. */
export interface CaseFile {
  readonly path: string;
  /** Source without annotations. */
  readonly text: string;
  readonly annotations: readonly Annotation[];
}

const HEADER = /^=== (\S+)$/;
const WORDS =
  "definition|calls|imports|inherits|implements|decorates|references|uses_type|overrides|" +
  "routes|bridges|member_of|possible";
/** Carets under the marked place. */
const CARETS = new RegExp(`^(\\s*(?:#|//|%|--|;|!|'|\\*>|\\(\\*)\\s*)(\\^+) ((?:${WORDS})\\b.*)$`);
/** A place too far left for carets after a comment marker: `#@1 4 calls …` is column 1, 4 wide. */
const AT = new RegExp(`^(?:#|//|%|--|;|!|'|\\*>|\\(\\*)@(\\d+) (\\d+) ((?:${WORDS})\\b.*)$`);

/** Reads a case. @throws {Error} when text stands before the first `=== path` line. */
export function parseCase(text: string): CaseFile[] {
  const files: CaseFile[] = [];
  let lines: string[] = [];
  let annotations: Annotation[] = [];
  let path: string | undefined;
  const finish = (): void => {
    if (path !== undefined) files.push({ path, text: lines.join("\n"), annotations });
    lines = [];
    annotations = [];
  };
  for (const line of text.split("\n")) {
    const header = HEADER.exec(line);
    if (header !== null) {
      finish();
      path = header[1]!;
      continue;
    }
    const annotation = parseAnnotation(line, lines.length);
    if (annotation !== undefined) annotations.push(annotation);
    else lines.push(line);
    if (path === undefined && line !== "") throw new Error("a case starts with a line `=== path`");
  }
  finish();
  return files;
}

function parseAnnotation(text: string, line: number): Annotation | undefined {
  const carets = CARETS.exec(text);
  if (carets !== null) {
    return {
      line,
      column: carets[1]!.length + 1,
      length: carets[2]!.length,
      text: carets[3]!,
    };
  }
  const at = AT.exec(text);
  if (at === null) return undefined;
  return { line, column: Number(at[1]), length: Number(at[2]), text: at[3]! };
}

/** Writes a case back. `markerOf` gives the comment marker that suits a path. */
export function renderCase(
  files: readonly CaseFile[],
  markerOf: (path: string) => string,
): string {
  return files.map((file) => `=== ${file.path}\n${renderFile(file, markerOf(file.path))}`).join(
    "\n",
  );
}

/** Source lines of a file with its annotations below them. */
export function renderFile(file: CaseFile, marker: string): string {
  const byLine = Map.groupBy([...file.annotations].sort(compareAnnotations), (a) => a.line);
  const rendered: string[] = [];
  for (const [index, line] of file.text.split("\n").entries()) {
    rendered.push(line);
    for (const annotation of byLine.get(index + 1) ?? []) {
      rendered.push(renderAnnotation(annotation, marker));
    }
  }
  return rendered.join("\n");
}

function renderAnnotation({ column, length, text }: Annotation, marker: string): string {
  if (column <= marker.length) return `${marker}@${column} ${length} ${text}`;
  return `${marker.padEnd(column - 1)}${"^".repeat(length)} ${text}`;
}

function compareAnnotations(a: Annotation, b: Annotation): number {
  return a.line - b.line || a.column - b.column || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
}
