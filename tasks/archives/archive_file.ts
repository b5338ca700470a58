/** A file on its way into an archive. */
export interface ArchiveFile {
  /** Path within the archive, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable?: boolean;
}

/** In the order in which archives hold them, whatever order the file system gave. */
export function byPath(files: readonly ArchiveFile[]): ArchiveFile[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Permission bits of a file; archives have no others. */
export function modeOf({ isExecutable = false }: ArchiveFile): number {
  return isExecutable ? 0o755 : 0o644;
}
