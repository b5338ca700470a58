import { join } from "node:path";

/** What a package says about its licence; either part can be missing. */
export interface PackageLicence {
  /** SPDX expression from the package's own description. */
  readonly expression: string | undefined;
  /** Text of its licence file. */
  readonly text: string | undefined;
}

/** For each kind of package: where the licence expression stands. */
const STATEMENTS: readonly (readonly [file: string, pattern: RegExp])[] = [
  ["package.json", /"license"\s*:\s*"([^"]+)"/],
  ["Cargo.toml", /^license\s*=\s*"([^"]+)"/m],
  ["PKG-INFO", /^License(?:-Expression)?:\s*(\S.*)$/m],
];

const LICENCE_FILE = /^(licen[cs]e|copying)([.-].*)?$/i;

/** Reads the licence of an unpacked package. */
export async function packageLicence(directory: string): Promise<PackageLicence> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(directory)) if (entry.isFile) names.push(entry.name);
  let expression: string | undefined;
  for (const [file, pattern] of STATEMENTS) {
    if (!names.includes(file)) continue;
    expression ??= pattern.exec(await Deno.readTextFile(join(directory, file)))?.[1];
  }
  const licenceFile = names.sort().find((name) => LICENCE_FILE.test(name));
  const text = licenceFile && await Deno.readTextFile(join(directory, licenceFile));
  return { expression, text: text || undefined };
}
