/** What tells the parts of a project's files apart: a document has one for each of its languages. */
export function partKey({ path, language }: PartPlace): string {
  return `${language} ${path}`;
}

/** Where a part is. */
export interface PartPlace {
  readonly path: string;
  /** Language id. */
  readonly language: string;
}
