/** Tables of what library types give. */
import type { BuiltinResult } from "../../resolve/semantics.ts";

/** Members by groups of names. */
export function memberResults(
  ...groups: readonly (readonly [names: string, result: BuiltinResult])[]
): Record<string, BuiltinResult> {
  return Object.fromEntries(
    groups.flatMap(([names, result]) => names.split(" ").map((name) => [name, result])),
  );
}
