/**
 * Whether names that differ only in case are one file in `directory`, found by asking the file
 * system for the directory under a name with swapped case; where the name has no letters, or the
 * system gives no inode numbers, by what is usual on the operating system.
 */
export function isCaseInsensitive(directory: string): boolean {
  const usual = Deno.build.os === "darwin" || Deno.build.os === "windows";
  const cut = directory.lastIndexOf("/") + 1;
  const name = directory.slice(cut);
  const swapped = swapCase(name);
  if (swapped === name) return usual;
  try {
    const here = Deno.lstatSync(directory);
    if (here.ino === null || here.ino === 0) return usual;
    const there = Deno.lstatSync(directory.slice(0, cut) + swapped);
    return here.ino === there.ino && here.dev === there.dev;
  } catch {
    return false;
  }
}

function swapCase(name: string): string {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}
