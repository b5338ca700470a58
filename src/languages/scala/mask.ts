/** `{ implicit request: Request[Body] =>`: the grammar reads an implicit parameter without its type only. */
const IMPLICIT = /(\{\s*implicit\s+\w+)(\s*:[^=\n]{1,200}?)(?==>)/g;

/** The text with such types blanked; no offset moves. */
export function scalaMask(text: string): string {
  return text.includes("implicit ")
    ? text.replace(IMPLICIT, (_, before: string, type: string) => before + " ".repeat(type.length))
    : text;
}
