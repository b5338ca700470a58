import assert from "node:assert/strict";
import { isUnder } from "../../src/answers/path_filter.ts";

Deno.test("a path may be named from any of its directories on", () => {
  const path = "src/shop/cart.py";
  const meant = [
    "src/shop/cart.py",
    "cart.py",
    "shop/cart.py",
    "src",
    "./src/",
    "shop",
    "src/shop/",
    ".",
  ];
  assert.deepEqual(meant.filter((wanted) => !isUnder(path, wanted)), []);
  const others = ["art.py", "sho", "src/cart.py", "cart"];
  assert.deepEqual(others.filter((wanted) => isUnder(path, wanted)), []);
});
