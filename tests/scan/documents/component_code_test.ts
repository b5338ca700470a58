import { equal } from "node:assert/strict";
import { partsOf } from "../../../src/scan/documents/code_stretch.ts";
import { astroCode, svelteCode, vueCode } from "../../../src/scan/documents/component_code.ts";

/** What is read of a document, with the rest blanked; its length must be the document's. */
function codeOf(document: string, read: typeof vueCode): string {
  const parts = partsOf(document, read(document));
  equal(parts.length, 1);
  equal(parts[0]!.text.length, document.length);
  return parts[0]!.text.replace(/\s+/g, " ").trim();
}

Deno.test("a Vue template evaluates what its directives and mustaches hold", () => {
  const document = '<template>\n<a-b :x="f(1)" y="g()" @z="h">{{ i(2) }}</a-b>\n</template>\n' +
    '<script lang="ts">let k;</script>\n<style>.a{}</style>\n';
  equal(codeOf(document, vueCode), ";a-b; ;f(1); ;h; ; i(2) ; let k;");
});

Deno.test("loops and slots of Vue bind names that nothing else knows", () => {
  const document =
    '<template><p v-for="(a, b) in list(1)" #c="{ d }" v-slot:e="{ f }"/></template>';
  equal(codeOf(document, vueCode), "; list(1);");
});

Deno.test("a Svelte template evaluates what stands in braces", () => {
  const document = "{#if a()}<B {...c()} d=\"e{f('}')}\"/>{:else}{@html g()}{/if}" +
    "{#each h() as i}{i}{/each}{#snippet j(k)}{/snippet}";
  equal(codeOf(document, svelteCode), "; a();;B;; c(); ;f('}'); ; g(); ; h(); ;i;");
});

Deno.test("an Astro document is its front matter and its template", () => {
  const document = "---\nconst a = 1;\n---\n<Card x={a}>{b.map((c) => <d>{c}</d>)}</Card>\n";
  equal(codeOf(document, astroCode), "const a = 1; ;Card; ;a; ;b.map((c) => <d>{c}</d>);");
});

Deno.test("broken templates come to an end, and what is read of them stands where it stood", () => {
  for (const read of [vueCode, svelteCode, astroCode]) {
    for (const document of ['<template><a :b="c', "<A {", "{", "<template>{{ a", "---\nx", "<A"]) {
      for (const { start, text } of read(document)) {
        equal(start >= 0 && start + text.length <= document.length + 1, true, document);
      }
    }
  }
});
