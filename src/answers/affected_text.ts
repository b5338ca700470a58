import type { AffectedAnswer, AffectedInput, Change, TestFile } from "./affected.ts";
import { changedText, plural } from "./answer_text.ts";
import { levelText } from "./impact_text.ts";

/** The answer for people, or the paths of tests for the program that runs them. */
export function affectedText(answer: AffectedAnswer, { testsOnly }: AffectedInput): string {
  const { changes, testFiles, levels, total, files, isComplete, changedFiles } = answer;
  if (testsOnly) return testFiles.map(({ path }) => path).join("\n");
  if (changes.length === 0) return "No files were given, so nothing is affected.";
  const atLeast = isComplete ? "" : "at least ";
  return [
    ...changes.map(changeText),
    "",
    testFiles.length === 0 ? "No tests are known to be affected." : "Test files affected:",
    ...testFiles.map((file) => `  ${testFileText(file)}`),
    "",
    total === 0
      ? "Nothing else is known to depend on what changed."
      : `${atLeast}${total} affected ${plural(total, "symbol")} in ${files} ${
        plural(files, "file")
      }:`,
    ...levels.flatMap(levelText),
    ...changedText(changedFiles),
  ].join("\n");
}

function changeText({ path, state, symbols }: Change): string {
  if (state === "indexed") return `${path}: ${symbols} ${plural(symbols, "symbol")}`;
  return state === "not-indexed"
    ? `${path}: not in the index, nothing is known to depend on it`
    : `${path}: neither in the index nor in the project`;
}

function testFileText({ path, distance, tests }: TestFile): string {
  if (distance === 0) return `${path}  (changed)`;
  if (tests === 0) return `${path}  (as a whole, distance ${distance})`;
  return `${path}  (${tests} affected ${plural(tests, "symbol")}, distance ${distance})`;
}
