/** A small project whose answers are known, and its index. */
import { fullIndex } from "../src/index/full_index.ts";
import type { IndexSummary } from "../src/index/index_summary.ts";
import { LANGUAGES } from "../src/languages/registry.ts";
import { ensureLayout } from "../src/project/layout.ts";
import { readSettings } from "../src/project/settings.ts";
import { IndexStore } from "../src/store/index_store.ts";
import { type Tree, writeTree } from "./scan/temp_tree.ts";

/** A shop: a base class with two pricings, a cart that uses them, a test, and something outside. */
export const SHOP: Tree = {
  "shop/__init__.py": "from .cart import Cart\n",
  "shop/pricing.py": `"""How much things cost."""
import math


class Pricing:
    """Base of all pricings."""

    def price(self, amount):
        """Price of an amount, before taxes."""
        return amount

    def rounded(self, amount):
        return math.ceil(self.price(amount))


class Discount(Pricing):
    def __init__(self, percent):
        self.percent = percent

    def price(self, amount):
        return amount * (100 - self.percent) / 100


def pricing_for(customer):
    if customer == "friend":
        return Discount(20)
    return Pricing()
`,
  "shop/cart.py": `from .pricing import Discount, pricing_for


class Cart:
    def __init__(self):
        self.items = []

    def add(self, amount):
        self.items.append(amount)

    def total(self, customer):
        pricing = pricing_for(customer)
        return sum(map(lambda item: shown(item), self.items)) + pricing.price(0)


def shown(item):
    return item


def checkout(cart):
    return cart.total("friend")


def half_price():
    return Discount(50)
`,
  "tests/test_cart.py": `from shop.cart import Cart, half_price


def test_total():
    cart = Cart()
    cart.add(3)
    assert cart.total("friend") == 3
    assert half_price().price(2) == 1
`,
  "README": "not source\n",
};

/** A project on disk with its index. */
export interface IndexedProject extends Disposable {
  readonly root: string;
  readonly summary: IndexSummary;
  readonly store: IndexStore;
}

/** Writes a project into a directory of its own and indexes it; disposing removes it. */
export async function indexedProject(tree: Tree): Promise<IndexedProject> {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "indexed_" }));
  writeTree(root, tree);
  const summary = await index(root);
  const store = IndexStore.open(summary.databasePath, root);
  const dispose = (): void => {
    store[Symbol.dispose]();
    Deno.removeSync(root, { recursive: true });
  };
  return { root, summary, store, [Symbol.dispose]: dispose };
}

/** Indexes the project at a path. */
export function index(root: string): Promise<IndexSummary> {
  const settings = readSettings(root, new Set(LANGUAGES.map(({ id }) => id)));
  return fullIndex({ layout: ensureLayout(root), settings });
}
