import { deepEqual, equal } from "node:assert/strict";
import { partsOf } from "../../../src/scan/documents/code_stretch.ts";
import { pageCode } from "../../../src/scan/documents/page_code.ts";

/** What is read of a page, with the rest blanked; its length must be the page's. */
function codeOf(page: string): string {
  const [part] = partsOf(page, pageCode(page));
  if (part === undefined) return "";
  equal(part.language, "javascript");
  equal(part.text.length, page.length);
  return part.text.replace(/\s+/g, " ").trim();
}

Deno.test("scripts, handlers and addresses with a script are the code of a page", () => {
  const page = '<p onclick="a(\'x\')" title="b()" ONBLUR=c()>d()</p>' +
    "<a href='javascript:e()'></a><a href='/f()'></a><script>g();</script>";
  equal(codeOf(page), ";a('x'); ;c(); ; e(); g();");
});

Deno.test("a file that a page loads is an import of what lies beside it, or on the server", () => {
  const loaded = (tag: string): string => codeOf(`${tag}</script>`);
  equal(loaded('<script src="a.js" defer>'), ';import"./a.js"');
  equal(loaded("<script defer src='../a.js'>"), ';import"../a.js"');
  equal(loaded("<script src=/a.js>"), ';import"/a.js"');
  equal(loaded('<script src="https://x.org/a.js">'), ';import"https://x.org/a.js"');
  equal(loaded('<script src="{% static "a/b.js" %}">'), ';import"/a/b.js"');
  equal(loaded('<script src="{{ base }}/a.js">'), "");
  equal(loaded('<script src="data:text/javascript,x">'), "");
});

Deno.test("a page's comments, data and compressed scripts are no code of it", () => {
  const dense = `<script>${"f(a);g(b);".repeat(200)}</script>`;
  equal(codeOf(`<!-- <script>a()</script> --><p onclick="b()">${dense}`), ";b();");
  equal(codeOf('<script type="application/json">{"a": 1}</script><i onload="b()">'), ";b();");
  equal(codeOf("<script><!--\na()\n//--></script>"), "<!-- a() //-->");
  deepEqual(pageCode('<meta name="generator" content="x"><script>a()</script>'), []);
});

Deno.test("what templates write is a value, what they decide is nothing, entities are signs", () => {
  equal(codeOf("<script>{% if a %}f({{ a }}){% endif %}{# g() #}</script>"), "f(null )");
  equal(codeOf('<p onclick="f(&quot;a&quot;) &amp;&amp; g(<%= h %>)">'), ';f(" a" ) & & g(null );');
  equal(codeOf('<?php if ($a > 1) { ?><p onclick="f(<?= $a ?>)"><?php } ?>'), ";f(null );");
});

Deno.test("broken pages come to an end, and what is read of them stands where it stood", () => {
  for (
    const page of ['<p onclick="a', "<script>a(", "<script src=", "<", "<!--", "{{ a", "<?php"]
  ) {
    for (const { start, text } of pageCode(page)) {
      equal(start >= 0 && start + text.length <= page.length + 1, true, page);
    }
  }
});
