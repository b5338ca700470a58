import { equal, throws } from "node:assert/strict";
import { replaceSection } from "../../../tasks/measure/readme_section.ts";
import { TaskFailure } from "../../../tasks/measure/task.ts";

Deno.test("a section's content is replaced and all around it stays", () => {
  const before = "# A\n<!-- a:start -->\nold\n<!-- a:end -->\n<!-- b:start --><!-- b:end -->\n";
  const after = "# A\n<!-- a:start -->\n\nnew\n\n<!-- a:end -->\n<!-- b:start --><!-- b:end -->\n";
  equal(replaceSection(before, "a", "new\n"), after);
  equal(replaceSection(after, "a", "new"), after);
});

Deno.test("a text without the section's markers is refused", () => {
  throws(() => replaceSection("<!-- a:start -->", "a", "new"), TaskFailure);
  throws(() => replaceSection("<!-- a:end --><!-- a:start -->", "a", "new"), TaskFailure);
});
