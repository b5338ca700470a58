/** Whether a file is, or lies under, a path that may be given from any directory of its own on. */
export function isUnder(path: string, wanted: string): boolean {
  const place = wanted.replace(/^\.\//, "").replace(/\/$/, "");
  if (place === "" || place === ".") return true;
  return path === place || path.endsWith("/" + place) || path.startsWith(place + "/") ||
    path.includes("/" + place + "/");
}
