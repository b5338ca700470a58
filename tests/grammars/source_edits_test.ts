import assert from "node:assert/strict";
import { join } from "node:path";
import { editedFile } from "../../tasks/grammars/source_edits.ts";

Deno.test("a C file is changed in a copy, and only where the text stands just once", async () => {
  const sources = await Deno.makeTempDir();
  const scratch = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(sources, "scanner.c"), "int one;\nint two;\n");
    const edit = { file: "scanner.c", from: "one", to: "ten", why: "one is too few" };
    const path = await editedFile(sources, "scanner.c", [edit], scratch);
    assert.equal(await Deno.readTextFile(path), "int ten;\nint two;\n");
    assert.equal(await Deno.readTextFile(join(sources, "scanner.c")), "int one;\nint two;\n");
    const other = await editedFile(sources, "parser.c", [edit], scratch);
    assert.equal(other, join(sources, "parser.c"));
    for (const from of ["int", "three"]) {
      await assert.rejects(
        editedFile(sources, "scanner.c", [{ ...edit, from }], scratch),
        /holds \d times what is to be replaced/,
      );
    }
  } finally {
    await Deno.remove(sources, { recursive: true });
    await Deno.remove(scratch, { recursive: true });
  }
});
