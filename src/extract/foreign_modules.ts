/** Modules of one language that code of another imports, as names of what lies outside: `python:numpy`. */

/** Qualified name of a module of another language. */
export function foreignModule(language: string, module: string): string {
  return `${language}:${module}`;
}

/** Names below a module of another language. */
export interface ForeignPath {
  readonly module: string;
  /** What is meant in it, outermost first. */
  readonly members: readonly string[];
}

/** What a qualified name means in another language; undefined when it means nothing there. */
export function foreignPath(language: string, name: string): ForeignPath | undefined {
  const prefix = `${language}:`;
  if (!name.startsWith(prefix)) return undefined;
  const path = name.slice(prefix.length);
  // Members of what the other language gives are joined by the signs of the calling one.
  const at = path.search(/\$|::|\(\)/);
  const parts = (at < 0 ? path : path.slice(at)).split(/\(\)|\$|::|\./).filter((part) =>
    part !== ""
  );
  return at < 0 ? { module: "", members: parts } : { module: path.slice(0, at), members: parts };
}

/** A name that a text calls, and where it stands in the text. */
export interface CalledName {
  readonly name: string;
  readonly at: number;
}

const CALLED = /(?<![\w.])([A-Za-z_][\w.]*)\s*\(/g;
/** Texts that are longer are programs of their own. */
const LONGEST_TEXT = 4000;

/** Names that code in a text calls, as languages with brackets around arguments write calls. */
export function calledNames(text: string): readonly CalledName[] {
  if (text.length > LONGEST_TEXT) return [];
  return Array.from(text.matchAll(CALLED), (found) => ({ name: found[1]!, at: found.index }));
}
