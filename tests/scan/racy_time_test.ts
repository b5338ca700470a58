import assert from "node:assert/strict";
import { isRacy } from "../../src/scan/racy_time.ts";

Deno.test("a time is certain once the clock has moved on since", () => {
  const written = 1_700_000_000_123;
  assert.equal(isRacy(written, written), true);
  assert.equal(isRacy(written, written + 10), true);
  assert.equal(isRacy(written, written + 30), false);
  assert.equal(isRacy(written + 60_000, written), true);
});

Deno.test("a time in whole seconds is certain only after some", () => {
  const written = 1_700_000_000_000;
  assert.equal(isRacy(written, written + 1500), true);
  assert.equal(isRacy(written, written + 2500), false);
});
