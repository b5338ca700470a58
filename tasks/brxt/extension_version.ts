import { TaskFailure } from "../measure/task.ts";
import { inRepository } from "../release/repository.ts";

/** Where the extension's version is written, and how it looks there. */
const PLACES: readonly (readonly [string, RegExp])[] = [
  ["manifest.json", /^ {2}"version": "(.*)",$/m],
  ["src/launcher/pyproject.toml", /^version = "(.*)"$/m],
  ["src/launcher/src/codegraphagent/__init__.py", /^VERSION = "(.*)"$/m],
];

/**
 * The extension's version.
 *
 * @throws {TaskFailure} when its places disagree
 */
export function extensionVersion(): string {
  const found = PLACES.map(([path, pattern]) => {
    return [path, pattern.exec(Deno.readTextFileSync(inRepository(path)))?.[1]] as const;
  });
  const [version, ...others] = new Set(found.map(([, written]) => written));
  if (version === undefined || others.length > 0) {
    const list = found.map(([path, written]) => `${path}: ${written ?? "none"}`).join(", ");
    throw new TaskFailure(`the extension's version differs between its places (${list})`);
  }
  return version;
}
