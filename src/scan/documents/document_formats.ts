/** The kinds of document that embed code. */
import type { CodeStretch } from "./code_stretch.ts";
import { astroCode, svelteCode, vueCode } from "./component_code.ts";
import { markdownCode } from "./markdown_code.ts";
import { pageCode } from "./page_code.ts";
import { sweaveCode } from "./sweave_code.ts";

/** A kind of document. */
export interface DocumentFormat {
  /** Name for people. */
  readonly name: string;
  /** With the dot, in lower case. */
  readonly extensions: readonly string[];
  /** The code of such a document; undefined for notebooks, whose text is not the code's. */
  readonly code?: (text: string) => CodeStretch[];
}

/** Every kind, in the order in which they are listed to people. */
export const DOCUMENT_FORMATS: readonly DocumentFormat[] = [
  {
    name: "R Markdown",
    extensions: [".rmd", ".rmarkdown"],
    code: (text) => markdownCode(text),
  },
  { name: "Quarto", extensions: [".qmd"], code: (text) => markdownCode(text) },
  { name: "Sweave", extensions: [".rnw", ".snw"], code: sweaveCode },
  { name: "Weave", extensions: [".jmd"], code: (text) => markdownCode(text, true) },
  { name: "Vue", extensions: [".vue"], code: vueCode },
  { name: "Svelte", extensions: [".svelte"], code: svelteCode },
  { name: "Astro", extensions: [".astro"], code: astroCode },
  { name: "HTML", extensions: [".html", ".htm", ".xhtml"], code: pageCode },
  { name: "Jupyter notebook", extensions: [".ipynb"] },
];

const BY_EXTENSION = new Map(
  DOCUMENT_FORMATS.flatMap((format) => format.extensions.map((end) => [end, format] as const)),
);

/** The kind of a document by its name; undefined for a file that is none. */
export function documentFormat(path: string): DocumentFormat | undefined {
  const dot = path.lastIndexOf(".");
  return dot < 0 ? undefined : BY_EXTENSION.get(path.slice(dot).toLowerCase());
}

/** Whether lines of a file are those of cells. */
export function hasCells(path: string): boolean {
  const format = documentFormat(path);
  return format !== undefined && format.code === undefined;
}
