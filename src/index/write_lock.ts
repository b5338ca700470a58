/** One writer at a time for an index, whatever process it is in. */
import { hostName } from "./host_name.ts";
import { IndexError } from "../store/errors.ts";

/** Another process is writing the index. */
export class IndexBusyError extends IndexError {
  override name = "IndexBusyError";

  constructor(readonly lockPath: string, readonly holder: string) {
    super(
      `another process is writing this index (${holder})`,
      "Wait until it is done, or end that process; a dead one holds no lock.",
    );
  }
}

/**
 * Takes the lock on an index. The system lets go of it when the process ends, however it ends, so
 * nothing has to be cleared up after a crash.
 *
 * @param lockPath the lock file; made when missing, and left in place
 * @returns gives the lock back
 * @throws {IndexBusyError} when another process holds it
 */
export function takeWriteLock(lockPath: string): Disposable {
  const file = Deno.openSync(lockPath, { read: true, write: true, create: true });
  if (!tryLock(file)) {
    const holder = readHolder(file);
    file.close();
    throw new IndexBusyError(lockPath, holder === "" ? "it does not say which" : holder);
  }
  writeHolder(file, `process ${Deno.pid} on ${hostName()} since ${new Date().toISOString()}\n`);
  return {
    [Symbol.dispose]: (): void => {
      // An empty file says that the holder ended in good order.
      writeHolder(file, "");
      file.close();
    },
  };
}

/** Says who holds the lock. On a full disk it is held by somebody who does not say so. */
function writeHolder(file: Deno.FsFile, holder: string): void {
  try {
    file.truncateSync(0);
    file.writeSync(new TextEncoder().encode(holder));
  } catch {
    // What is then written under the lock tells what is wrong with the disk.
  }
}

/**
 * Empties a lock file that a dead process left. The lock itself went with the process.
 *
 * @returns what the file said of the process; "" when it was free and clean
 * @throws {IndexBusyError} when the holder lives
 */
export function releaseDeadLock(lockPath: string): string {
  const before = readText(lockPath);
  takeWriteLock(lockPath)[Symbol.dispose]();
  return before;
}

function readText(path: string): string {
  try {
    return Deno.readTextFileSync(path).trim();
  } catch {
    return "";
  }
}

/** File systems without locks let everybody in: the index is whole even then, the last one counts. */
function tryLock(file: Deno.FsFile): boolean {
  try {
    return file.tryLockSync(true);
  } catch {
    return true;
  }
}

/** Windows lets nobody read a locked file. */
function readHolder(file: Deno.FsFile): string {
  try {
    const bytes = new Uint8Array(200);
    return new TextDecoder().decode(bytes.subarray(0, file.readSync(bytes) ?? 0)).trim();
  } catch {
    return "";
  }
}
