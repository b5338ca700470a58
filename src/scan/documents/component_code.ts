/**
 * Code in documents of components: the scripts of Vue, Svelte and Astro, and what their templates
 * evaluate and which components they use.
 */
import { blanked, type CodeStretch } from "./code_stretch.ts";
import { COMMENT, Markup, type MarkupDialect, markupOf, SCRIPT } from "./markup.ts";

/** Before what a loop goes over. */
const VUE_LOOP = /^[\s\S]*?\s(?:in|of)\s/;
/** Components begin with a capital; in Vue they may be written with hyphens instead. */
const VUE: MarkupDialect = {
  opening: "{{",
  component: /^(?:[A-Z][\w.]*|[a-z]\w*(?:-\w+)+)$/,
  codeOf: (name, value) => {
    if (!/^(?:[:@]|v-)/.test(name) || /^v-slot\b/.test(name)) return undefined;
    return name === "v-for" ? VUE_LOOP.exec(value)?.[0].length ?? 0 : 0;
  },
};
const SVELTE: MarkupDialect = { opening: "{", component: /^[A-Z][\w.]*$/ };

/** Attributes of what stands in a script and is data, or nothing: `type="application/ld+json"`. */
const NO_SCRIPT = /\btype\s*=\s*["']?(?!module\b|text\/javascript\b)|\bset:html\b/;
const SCRIPT_LANGUAGE = /\blang\s*=\s*["']?(\w+)/;
const VUE_TEMPLATE = /^<template\b([^>]*)>/m;
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---/;

/** The code of a Vue component. */
export function vueCode(document: string): CodeStretch[] {
  const { stretches, language } = scripts(document);
  const rest = markupOf(document);
  const template = VUE_TEMPLATE.exec(rest);
  if (template !== null && !/\blang\s*=/.test(template[1]!)) {
    const start = template.index + template[0].length;
    const end = Math.max(start, rest.lastIndexOf("</template"));
    stretches.push(...new Markup(rest, language, VUE).read(start, end));
  }
  return inOrder(stretches);
}

/** The code of a Svelte component. */
export function svelteCode(document: string): CodeStretch[] {
  const { stretches, language } = scripts(document);
  const rest = markupOf(document);
  stretches.push(...new Markup(rest, language, SVELTE).read(0, rest.length));
  return inOrder(stretches);
}

/** The code of an Astro component. */
export function astroCode(document: string): CodeStretch[] {
  const language = "tsx";
  const front = FRONT_MATTER.exec(document);
  const stretches: CodeStretch[] = [];
  let start = 0;
  if (front !== null) {
    const at = front[0].indexOf("\n") + 1;
    stretches.push({ language, start: at, text: front[1]! });
    start = front[0].length;
  }
  // What runs in the browser is bundled as what runs before it is, imports included.
  for (const match of document.replace(COMMENT, blanked).matchAll(SCRIPT)) {
    if (match.index < start || NO_SCRIPT.test(match[1]!)) continue;
    const at = match.index + match[0].indexOf(">") + 1;
    stretches.push({ language, start: at, text: match[2]! });
  }
  const rest = markupOf(document);
  stretches.push(...new Markup(rest, language, SVELTE).read(start, rest.length));
  return inOrder(stretches);
}

function inOrder(stretches: CodeStretch[]): CodeStretch[] {
  return stretches.sort((a, b) => a.start - b.start);
}

/** The scripts of a component, and the language of its code: that of the first. */
function scripts(document: string): { stretches: CodeStretch[]; language: string } {
  const stretches: CodeStretch[] = [];
  let language: string | undefined;
  for (const match of document.replace(COMMENT, blanked).matchAll(SCRIPT)) {
    const word = SCRIPT_LANGUAGE.exec(match[1]!)?.[1];
    language ??= word === "ts" || word === "typescript"
      ? "typescript"
      : word === "tsx"
      ? "tsx"
      : "javascript";
    const start = match.index + match[0].indexOf(">") + 1;
    stretches.push({ language, start, text: match[2]! });
  }
  return { stretches, language: language ?? "javascript" };
}
