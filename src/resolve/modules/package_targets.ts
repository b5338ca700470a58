/** What the maps of a `package.json` and of import maps give for a specifier. */

/** Files that an `exports` field names for a subpath, in the order in which they are worth trying. */
export function exportTargets(field: unknown, subpath: string): string[] {
  const isMap = typeof field === "object" && field !== null && !Array.isArray(field) &&
    Object.keys(field).every((key) => key.startsWith("."));
  if (isMap) return mappedTargets(field as Record<string, unknown>, subpath);
  const targets: string[] = [];
  if (subpath === ".") collect(field, "", targets);
  return sourcesFirst(targets);
}

/** Files that a map of names (`imports`, an import map) gives for a specifier. */
export function importTargets(field: unknown, specifier: string): string[] {
  return typeof field === "object" && field !== null
    ? mappedTargets(field as Record<string, unknown>, specifier)
    : [];
}

function mappedTargets(map: Record<string, unknown>, key: string): string[] {
  const targets: string[] = [];
  if (Object.hasOwn(map, key)) collect(map[key], "", targets);
  else {
    for (const pattern of Object.keys(map).sort((a, b) => b.length - a.length)) {
      const rest = matchPattern(pattern, key);
      if (rest === undefined) continue;
      collect(map[pattern], rest, targets);
      break;
    }
  }
  return sourcesFirst(targets);
}

/** Sources come first, what a build wrote and is there all the same later, typings last. */
function sourcesFirst(targets: string[]): string[] {
  return targets.sort((a, b) => rank(a) - rank(b));
}

function collect(value: unknown, rest: string, targets: string[]): void {
  if (typeof value === "string") targets.push(value.replaceAll("*", rest));
  else if (Array.isArray(value)) { for (const one of value) collect(one, rest, targets); }
  else if (typeof value === "object" && value !== null) {
    for (const one of Object.values(value)) collect(one, rest, targets);
  }
}

function rank(target: string): number {
  if (isTyping(target)) return 3;
  if (/^(?:\.\/)?(?:dist|build|out|umd|bundles?)\//.test(target)) return 2;
  return /\.[cm]?tsx?$/.test(target) ? 0 : 1;
}

/** Whether a file holds types alone. */
export function isTyping(target: string): boolean {
  return /\.d\.[cm]?ts$/.test(target);
}

/** What the `*` of a pattern stands for in a specifier; `""` for an equal one; undefined: no match. */
export function matchPattern(pattern: string, specifier: string): string | undefined {
  const star = pattern.indexOf("*");
  if (star < 0) {
    if (pattern === specifier) return "";
    // A folder of an import map: `"lib/": "./src/lib/"`.
    return pattern.endsWith("/") && specifier.startsWith(pattern)
      ? specifier.slice(pattern.length)
      : undefined;
  }
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  if (specifier.length < before.length + after.length) return undefined;
  return specifier.startsWith(before) && specifier.endsWith(after)
    ? specifier.slice(before.length, specifier.length - after.length)
    : undefined;
}
