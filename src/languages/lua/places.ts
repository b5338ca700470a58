/**
 * Places in a tree of Roblox, as `require` is given them: `script.Parent.Name`, also by way of
 * variables that hold one (`local Package = script.Parent.Parent`).
 */
import type { Extraction } from "../../extract/extraction.ts";

/** Services below which modules lie, as variables are named that hold them. */
const SERVICE =
  /^(?:ReplicatedStorage|ReplicatedFirst|ServerScriptService|ServerStorage|StarterPlayer|StarterGui)$/;
/** Steps that look a child up by its name. */
const CHILD = /:(?:WaitForChild|FindFirstChild)\(["']([^"']+)["'](?:,\w+)?\)|\[["']([^"']+)["']\]/g;
const ANCESTOR = /:FindFirstAncestor\(["']([^"']+)["']\)/g;
const SERVICE_OF_GAME = /^game:GetService\(["'](\w+)["']\)/;
/** Variables that hold a place; of a cast (`:: any`) nothing is read. */
const VARIABLE =
  /^[ \t]*local[ \t]+(\w+)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=[ \t]*((?:script|game|[A-Z]\w*)(?:[.:]\w+(?:\([ \t]*["'][^"'\n]+["'](?:[ \t]*,[ \t]*\w+)?[ \t]*\))?|\[["'][^"'\n]+["']\])*)/gm;
/** More steps through variables than anybody writes. */
const MOST_STEPS = 8;
/** Begins a specifier that is found from the nearest folder of a name around the file. */
export const FROM_ANCESTOR = "^";

/** The places that a file names. */
export class Places {
  #held: Map<string, string> | undefined;

  /** Forgets the file. */
  reset(): void {
    this.#held = undefined;
  }

  /**
   * A place as the module system takes it: a path from the file, one from a folder around it
   * (`^Name/…`), or the last names below a service; undefined for what is none.
   */
  specifierOf(x: Extraction, written: string): string | undefined {
    const parts = this.#partsOf(x, written);
    const [root] = parts;
    if (root === undefined || !parts.every((part) => /^\^?[\w-]+$/.test(part))) return undefined;
    // Of a place below a service no more is known than its last names.
    if (SERVICE.test(root) && parts.length > 1) return parts.slice(1).slice(-2).join(".");
    if (root !== "script") return undefined;
    const steps = parts.slice(1).map((part) => part === "Parent" ? ".." : part);
    const ancestor = steps.findLastIndex((step) => step.startsWith(FROM_ANCESTOR));
    if (ancestor >= 0) return steps.slice(ancestor).join("/");
    // A file named `init` stands for its folder.
    const isFolder = /^init(?:\.server|\.client)?\.luau?$/.test(x.fileName);
    if (isFolder) return ["."].concat(steps).join("/");
    return steps[0] === ".." ? ["."].concat(steps.slice(1)).join("/") : undefined;
  }

  /** Names of the steps to a place, with what variables hold put in for them. */
  #partsOf(x: Extraction, written: string): string[] {
    let parts = stepsOf(written);
    for (let step = 0; step < MOST_STEPS; step++) {
      const [root = ""] = parts;
      if (root === "script" || SERVICE.test(root) || !/^\w+$/.test(root)) break;
      const held = this.#variables(x).get(root);
      if (held === undefined) break;
      const inner = stepsOf(held);
      if (inner[0] === root) break;
      parts = inner.concat(parts.slice(1));
    }
    return parts;
  }

  #variables(x: Extraction): Map<string, string> {
    if (this.#held === undefined) {
      this.#held = new Map();
      for (const [, name, place] of x.text.matchAll(VARIABLE)) {
        if (!this.#held.has(name!)) this.#held.set(name!, place!);
      }
    }
    return this.#held;
  }
}

/** `a:WaitForChild("b").c` as its names. */
function stepsOf(written: string): string[] {
  return written.replace(/\s+/g, "").replace(SERVICE_OF_GAME, "$1").replace(/^game\./, "")
    .replace(
      CHILD,
      (_, child: string | undefined, index: string | undefined) => `.${child ?? index}`,
    )
    .replace(ANCESTOR, `.${FROM_ANCESTOR}$1`).split(".");
}
