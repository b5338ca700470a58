/** A small project in several languages; in each, `caller` calls `callee`. */
import { join } from "node:path";

const FILES: Readonly<Record<string, string>> = {
  "python_part.py": "def callee():\n    return 1\n\n\ndef caller():\n    return callee()\n",
  "r_part.R": "callee <- function() 1\n\ncaller <- function() {\n  callee()\n}\n",
  "perl_part.pl": "sub callee { return 1 }\n\nsub caller {\n    return callee();\n}\n",
  "typescript_part.ts":
    "function callee(): number {\n  return 1;\n}\n\nexport function caller(): number {\n  return callee();\n}\n",
  "javascript_part.js":
    "function callee() {\n  return 1;\n}\n\nfunction caller() {\n  return callee();\n}\n",
  "c_part.c":
    "static int callee(void) {\n  return 1;\n}\n\nint caller(void) {\n  return callee();\n}\n",
  "matlab_part.m":
    "disp(1);\n\nfunction caller()\n  callee();\nend\n\nfunction callee()\n  disp(1);\nend\n",
  "go_part.go":
    "package parts\n\nfunc callee() int {\n\treturn 1\n}\n\nfunc caller() int {\n\treturn callee()\n}\n",
};

/** Paths of the project's files. */
export const PATHS = Object.keys(FILES);

/** Writes the project into an existing directory. */
export async function writeProject(directory: string): Promise<void> {
  for (const [path, text] of Object.entries(FILES)) {
    await Deno.writeTextFile(join(directory, path), text);
  }
}
