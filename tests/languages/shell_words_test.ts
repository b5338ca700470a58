/** Shell text that stands in other languages: its commands and words, whatever the text. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { literalWord } from "../../src/languages/shell/literal_word.ts";
import { programCallsIn } from "../../src/languages/shell/program_calls.ts";
import { shellCommands } from "../../src/languages/shell/shell_words.ts";

function commands(text: string): string[] {
  return shellCommands(text).map((words) => words.map(({ raw }) => raw).join(" "));
}

Deno.test("commands are told apart, keywords, assignments and redirections left out", () => {
  assert.deepEqual(commands("a 1 && b | c; d &"), ["a 1", "b", "c", "d"]);
  assert.deepEqual(commands("if ! x; then A=1 B=2 y > out 2>&1 < in; fi"), ["x", "y"]);
  assert.deepEqual(commands('for f in *.txt; do z "$f"; done'), ['z "$f"']);
  assert.deepEqual(commands("case $x in a|b) y ;; *) z;; esac"), ["y", "z"]);
  assert.deepEqual(commands("a # b; c\nd \\\n  e"), ["a", "d e"]);
});

Deno.test("commands in substitutions are read, those in here-documents and quotes are not", () => {
  assert.deepEqual(commands('a "$(b "$(c)")" `d`'), ['a "$(b "$(c)")" `d`', 'b "$(c)"', "c", "d"]);
  assert.deepEqual(commands("cat <<EOF\nrm x\nEOF\nls"), ["cat", "ls"]);
  assert.deepEqual(commands("awk '{ print; exit }' f"), ["awk '{ print; exit }' f"]);
  assert.deepEqual(commands("(a; b) && { c; }"), ["a", "b", "c"]);
});

Deno.test("a word is what it comes to, as far as that is known", () => {
  const expand = (inner: string): string | undefined => inner === "DIR" ? "lib" : undefined;
  assert.equal(literalWord(`"$DIR"/'x y'.sh`, expand), "lib/x y.sh");
  assert.equal(literalWord("${DIR}/a\\ b", expand), "lib/a b");
  assert.equal(literalWord("$OTHER/lib/x.sh", expand), "*/lib/x.sh");
  assert.equal(literalWord("{params.dir}/x.py"), "*/x.py");
  assert.equal(literalWord("x$OTHER", expand), undefined);
});

Deno.test("a folder that a shell changes to holds in that shell", () => {
  const runs = (text: string): string[] => programCallsIn(text, 0).map(({ name }) => name);
  assert.deepEqual(runs("cd a && python x.py; cd ..; python y.py"), ["a/x.py", "y.py"]);
  assert.deepEqual(runs("(cd a; ./x.sh); ./y.sh"), ["a/x.sh", "./y.sh"]);
});

Deno.test("words stand where they say, whatever the text", () => {
  const pieces = fc.constantFrom(
    ..."$ ( ) { } ` ' \" \\ \n ; & | < > # = a x.py << EOF python cd".split(" "),
    " ",
  );
  const text = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: "binary" })), (source) => {
      for (const words of shellCommands(source)) {
        for (const { raw, start } of words) {
          assert.equal(source.slice(start, start + raw.length), raw);
        }
      }
      for (const { start } of programCallsIn(source, 0)) assert.ok(start <= source.length);
    }),
    { seed: 1, numRuns: 500 },
  );
});
