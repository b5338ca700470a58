/** What the path of a MATLAB file says of what it defines. */

/** Where a file lies in MATLAB's terms. */
export interface Place {
  /** File name without extension: the name by which the rest of the project knows the file. */
  readonly stem: string;
  /** Names of the `+package` folders around, outermost first. */
  readonly packages: readonly string[];
  /** Name of the `@Class` folder that it lies in; "" outside of one. */
  readonly classFolder: string;
  readonly isPrivate: boolean;
  /** Folder that must be on the search path: the one around packages, class folder and `private`. */
  readonly root: string;
}

/** Reads a path. */
export function placeOf(path: string): Place {
  const parts = path.split("/");
  const stem = parts.pop()!.replace(/\.\w+$/, "");
  const packages: string[] = [];
  let classFolder = "";
  let isPrivate = false;
  let root = parts.length;
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i]!;
    if (part === "private" && i === parts.length - 1) isPrivate = true;
    else if (part.startsWith("@")) classFolder ||= part.slice(1);
    else if (part.startsWith("+")) packages.unshift(part.slice(1));
    else break;
    root = i;
  }
  return { stem, packages, classFolder, isPrivate, root: parts.slice(0, root).join("/") };
}
