/** Symbols of bridges and frameworks as rows of the table of symbols. */
import type { LinkSymbolRow } from "./file_record.ts";
import { FIRST_LINK_POSITION } from "./schema.ts";

/**
 * Values of a row, in the order of the columns.
 * @param index among all symbols of bridges and frameworks
 */
export function linkSymbolValues(
  id: number,
  index: number,
  { file, container, kind, name, line, column, signature }: LinkSymbolRow,
): (number | string | null)[] {
  const position = FIRST_LINK_POSITION + index;
  const flags = 0;
  const [qualifier, doc] = [null, null];
  return [
    id,
    file,
    position,
    kind,
    name,
    container,
    line,
    line,
    line,
    column,
    flags,
    qualifier,
    signature,
    doc,
  ];
}
