/** Reads `remappings.txt`: where imports that begin with a prefix lie. */
import type { Remappings } from "../../resolve/modules/solidity_modules.ts";

/** The pairs of prefix and folder in a `remappings.txt`; `undefined` when it has none. */
export function readRemappings(text: string): Remappings | undefined {
  const pairs: [string, string][] = [];
  for (const line of text.split("\n")) {
    // `context:prefix=target`
    const match = /^\s*(?:[^:=\s]*:)?([^:=\s]+)=(\S*)\s*$/.exec(line);
    if (match !== null) pairs.push([match[1]!, match[2]!]);
  }
  return pairs.length === 0 ? undefined : { pairs };
}
