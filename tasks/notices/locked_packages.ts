/** A package that the lock file pins. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
}

interface LockFile {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, { readonly dependencies?: readonly string[] }>>;
}

/**
 * The packages that some packages need, themselves included, sorted by name.
 *
 * @param lockText text of `deno.lock`
 * @param names of the packages to begin with, as the sources import them
 * @throws {Error} for a package that the lock file does not have
 */
export function lockedPackages(lockText: string, names: Iterable<string>): LockedPackage[] {
  const lock: LockFile = JSON.parse(lockText);
  const found = new Map<string, LockedPackage>();
  const visit = (key: string): void => {
    if (found.has(key)) return;
    found.set(key, packageOf(key));
    for (const name of lock.npm[key]!.dependencies ?? []) visit(keyOf(lock, name));
  };
  for (const name of names) visit(directKey(lock, name));
  return [...found.values()].sort((a, b) =>
    a.name === b.name ? compare(a.version, b.version) : compare(a.name, b.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** A key is `name@version`, with `_peer@version` behind it where peers decide. */
function packageOf(key: string): LockedPackage {
  const at = key.indexOf("@", 1);
  return { name: key.slice(0, at), version: key.slice(at + 1).split("_")[0]! };
}

function directKey(lock: LockFile, name: string): string {
  for (const [specifier, version] of Object.entries(lock.specifiers)) {
    if (specifier.startsWith(`npm:${name}@`)) return keyOf(lock, `${name}@${version}`);
  }
  throw new Error(`deno.lock does not pin ${name}`);
}

/** Dependencies are named by the whole key, or by the name alone when there is only one version. */
function keyOf(lock: LockFile, dependency: string): string {
  if (dependency in lock.npm) return dependency;
  const keys = Object.keys(lock.npm).filter((key) => packageOf(key).name === dependency);
  if (keys.length === 1) return keys[0]!;
  throw new Error(`deno.lock does not say which ${dependency} is meant`);
}
