/** Reads `Cargo.toml`: the name of a package, where its crates begin, which others it knows by other names. */
import type { CargoToml } from "../../resolve/modules/rust_modules.ts";

/**
 * What a `Cargo.toml` says; `undefined` when it names no package. Source: "The Manifest Format" in the
 * Cargo book. Only lines of the form `key = value` below a `[table]` are read.
 */
export function readCargoToml(text: string): CargoToml | undefined {
  let table = "";
  let name = "";
  let library = "";
  let libraryPath = "";
  const roots: string[] = [];
  const renamed: [string, string][] = [];
  const dependencies: string[] = [];
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    const header = /^\[\[?\s*([^\]]+?)\s*\]\]?/.exec(line);
    if (header !== null) {
      table = header[1]!.replace(/["']/g, "");
      const dependency = /dependencies\.([\w-]+)$/.exec(table)?.[1];
      if (dependency !== undefined) dependencies.push(crateName(dependency));
      continue;
    }
    const entry = /^([\w.-]+|"[^"]+")\s*=\s*(.+)$/.exec(line);
    if (entry === null) continue;
    const key = entry[1]!.replace(/"/g, "");
    const value = entry[2]!;
    const string = /^["']([^"']*)["']/.exec(value)?.[1];
    if (table === "package" && key === "name") name = string ?? "";
    else if (table === "lib" && key === "name") library = string ?? "";
    else if (table === "lib" && key === "path") libraryPath = string ?? "";
    else if (/^(bin|test|example|bench)$/.test(table) && key === "path") roots.push(string ?? "");
    else if (/(^|[.-])dependencies$/.test(table)) {
      dependencies.push(crateName(key.replace(/\..*$/, "")));
      const other = /\bpackage\s*=\s*["']([^"']+)["']/.exec(value)?.[1];
      if (other !== undefined) renamed.push([crateName(key), crateName(other)]);
    } else if (key === "package" && string !== undefined) {
      const alias = /dependencies\.([\w-]+)$/.exec(table)?.[1];
      if (alias !== undefined) renamed.push([crateName(alias), crateName(string)]);
    }
  }
  if (name === "") return undefined;
  return {
    name: crateName(library === "" ? name : library),
    package: crateName(name),
    library: libraryPath === "" ? "src/lib.rs" : libraryPath,
    roots: roots.filter((path) => path !== ""),
    renamed,
    dependencies,
  };
}

/** A package's name as its crate has it. */
function crateName(name: string): string {
  return name.replace(/-/g, "_");
}
