/** Reads `pubspec.yaml`: the name under which other packages import this one. */
import type { Pubspec } from "../../resolve/modules/dart_modules.ts";

/** The manifest in a `pubspec.yaml`; `undefined` when it names no package. */
export function readPubspec(text: string): Pubspec | undefined {
  const name = /^name:[ \t]*["']?([\w$]+)/m.exec(text)?.[1];
  return name === undefined ? undefined : { package: name };
}
