/** Whether there is anything at a path; a link counts, wherever it leads. */
export function pathExists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
