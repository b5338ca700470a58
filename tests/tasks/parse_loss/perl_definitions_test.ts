import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { perl } from "../../../tasks/parse_loss/perl.ts";

function hasPerl(): boolean {
  try {
    return new Deno.Command("perl", { args: ["-MB", "-MPOSIX", "-MFile::Find", "-e", "1"] })
      .outputSync().success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "the Perl compiler tells the subs of files that compile, and runs none of them",
  ignore: !hasPerl(),
  fn: async () => {
    const corpus = Deno.realPathSync(Deno.makeTempDirSync());
    const lib = join(corpus, "dist", "lib");
    Deno.mkdirSync(lib, { recursive: true });
    const file = (name: string, text: string): string => {
      Deno.writeTextFileSync(join(lib, name), text);
      return join(lib, name);
    };
    const ran = join(corpus, "ran");
    const paths = [
      file(
        "Own.pm",
        `package Own;
use strict;
use Missing::Module;
use Other qw(borrowed);
use constant MADE => 1;
sub first { 1 }
sub second;
sub third {
  return borrowed();
}
open my $out, '>', '${ran}';
1;
`,
      ),
      file(
        "Other.pm",
        "package Other;\nuse parent 'Exporter';\nsub borrowed { 2 }\nour @EXPORT_OK = 'borrowed';\n",
      ),
      file("Broken.pm", "package Broken;\nsub lost { 1 }\nuse strict;\n$x = ;\n"),
    ];
    const found = await perl.means.definitions(paths, corpus);
    const names = [...found].map(([path, seen]) => [
      path,
      seen.map(({ name, line }) => `${name} ${line}`).sort(),
    ]);
    deepEqual(names, [[paths[0], ["first 6", "third 9"]], [paths[1], ["borrowed 3"]]]);
    deepEqual(Deno.readDirSync(corpus).some(({ name }) => name === "ran"), false);
  },
});
