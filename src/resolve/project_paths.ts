/** Paths of a project: relative to its root, `/` separated. The root itself is an empty text. */

/** The directory that a path lies in. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last name of a path. */
export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Where a path leads from a directory, with `.` and `..` taken out; it never leads above the root. */
export function resolvePath(directory: string, relative: string): string {
  const parts = directory === "" ? [] : directory.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Length of the folder that two paths share. */
export function sharedFolder(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return a.lastIndexOf("/", at - 1) + 1;
}

/** Characters that two paths share from the start. */
export function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
