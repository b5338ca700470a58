/** The code of one cell or chunk, by the engine that runs it. */
import { blanked, type CodeStretch } from "./code_stretch.ts";
import { languageOfEngine } from "./engines.ts";
import { ipythonCode } from "./ipython_code.ts";

/** Lines with which Julia's prompt runs a shell, asks for help or manages packages. */
const JULIA_COMMAND = /^[;?\]][^\n]*/gm;

/** The code of a cell. @param start offset of the cell in the document */
export function cellCode(cell: string, start: number, engine: string): CodeStretch[] {
  const language = languageOfEngine(engine);
  if (language === undefined) return [];
  if (language === "python") return ipythonCode(cell, start);
  const text = language === "julia" ? cell.replace(JULIA_COMMAND, blanked) : cell;
  return [{ language, start, text }];
}
