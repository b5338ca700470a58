import assert from "node:assert/strict";
import { join } from "node:path";
import { fileBytes } from "../../src/scan/file_bytes.ts";

Deno.test("a file's bytes are its own, whatever its size is taken to be", () => {
  const directory = Deno.makeTempDirSync();
  try {
    for (const size of [0, 1, 512 * 1024 - 1, 512 * 1024, 600 * 1024]) {
      const path = join(directory, String(size));
      const bytes = Uint8Array.from({ length: size }, (_, at) => at % 251);
      Deno.writeFileSync(path, bytes);
      for (const expected of [size, 0]) assert.deepEqual(fileBytes(path, expected), bytes);
    }
    assert.throws(() => fileBytes(join(directory, "none"), 1), Deno.errors.NotFound);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});
