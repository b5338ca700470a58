/** Numbers and tables as text. */

/** `1 file`, `1,234 files`. */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}

/** `0.43 s`, `12.5 s`, `2 min 5 s`. */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** `812 B`, `3.4 MB`. */
export function byteText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** A text in lines of at most so many characters, broken at blanks; what goes on is indented. */
export function wrapped(text: string, width = 80): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/**
 * Lines of a table whose columns stand under each other, indented by two spaces.
 * @param align of the columns after the first: numbers stand to the right
 */
export function table(
  rows: readonly (readonly string[])[],
  align: "left" | "right" = "right",
): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  const cellText = (cell: string, column: number): string =>
    column === 0 || align === "left"
      ? cell.padEnd(widths[column]!)
      : cell.padStart(widths[column]!);
  return rows.map((row) => `  ${row.map(cellText).join("  ")}`.trimEnd());
}
