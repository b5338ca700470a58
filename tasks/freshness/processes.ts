/** What the processes of a server take while nothing happens, as Linux tells it. */

/** Clock ticks a second in `/proc/PID/stat`. */
const TICKS = 100;

/** A process and all that it started. */
export function processTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const { name } of Deno.readDirSync("/proc")) {
    const own = Number(name);
    const parent = Number.isInteger(own) ? statOf(own)?.[1] : undefined;
    if (parent === undefined) continue;
    const known = children.get(Number(parent));
    if (known === undefined) children.set(Number(parent), [own]);
    else known.push(own);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...children.get(one) ?? []);
  return tree;
}

/** Seconds of CPU time that processes took so far. */
export function cpuSeconds(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const stat = statOf(pid);
    if (stat !== undefined) ticks += Number(stat[11]) + Number(stat[12]);
  }
  return ticks / TICKS;
}

/** How many directories or files processes watch. */
export function watchCount(pids: readonly number[]): number {
  let count = 0;
  for (const pid of pids) {
    const folder = `/proc/${pid}/fdinfo`;
    try {
      for (const { name } of Deno.readDirSync(folder)) count += watchesIn(`${folder}/${name}`);
    } catch {
      // The process ended meanwhile.
    }
  }
  return count;
}

function watchesIn(path: string): number {
  try {
    return Deno.readTextFileSync(path).match(/^inotify wd:/gm)?.length ?? 0;
  } catch {
    return 0; // It was closed meanwhile.
  }
}

/** Columns of `/proc/PID/stat` after the name, which may hold anything. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
