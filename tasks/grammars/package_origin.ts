import type { Registry } from "./grammar_source.ts";

/** One version of one package of one registry. */
export interface PackageOrigin {
  readonly registry: Registry;
  readonly package: string;
  readonly version: string;
}

/**
 * Reads `npm:name@version`, `npm:@scope/name@version`, `cargo:name@version` or
 * `pypi:name@version`. The version is exact, so that the bytes can be proved later.
 *
 * @throws {Error} when the text is not of that form
 */
export function parseOrigin(text: string): PackageOrigin {
  const match = /^(npm|cargo|pypi):((?:@[\w.-]+\/)?[\w.-]+)@(\d[\w.+-]*)$/.exec(text);
  if (match === null) {
    throw new Error(`"${text}" is not <npm|cargo|pypi>:<package>@<exact version>`);
  }
  const [, registry, name, version] = match;
  return { registry: registry as Registry, package: name!, version: version! };
}

/** The inverse of {@link parseOrigin}. */
export function formatOrigin(origin: PackageOrigin): string {
  return `${origin.registry}:${origin.package}@${origin.version}`;
}
