import { changedText, indented, plural } from "./answer_text.ts";
import type { ContextAnswer, ContextNode, Relation } from "./context.ts";
import { sourceFileLines } from "./explore_text.ts";
import { lineText } from "./place.ts";

/** The answer for people. */
export function contextText(answer: ContextAnswer): string {
  if (answer.entryPoints.length === 0) {
    return `Nothing in this project matches "${answer.task}". Try names or other words, or search.`;
  }
  const lines = ["Begin here:", ...answer.entryPoints.flatMap(nodeLines), ""];
  if (answer.surroundings.length > 0) {
    lines.push("Around it:", ...answer.surroundings.flatMap(nodeLines), "");
  }
  if (answer.tests.length > 0) {
    lines.push("Tests that reach it:");
    for (const { symbol, place, distance } of answer.tests) {
      lines.push(`  ${symbol}  ${place}  (${distance} ${plural(distance, "call")} away)`);
    }
    lines.push("");
  }
  lines.push(...answer.code.flatMap(sourceFileLines));
  if (answer.leftOut > 0) {
    lines.push(
      `Left out: ${answer.leftOut} less relevant ${
        plural(answer.leftOut, "symbol")
      } (raise maxNodes to see them).`,
    );
  }
  lines.push(...changedText(answer.changedFiles));
  return lines.join("\n").trimEnd();
}

function nodeLines({ symbol, kind, place, signature, doc, relations }: ContextNode): string[] {
  const lines = [`${kind} ${symbol}  ${place}`];
  if (signature !== undefined) lines.push(`  ${signature}`);
  if (doc !== undefined) lines.push(`  ${doc}`);
  lines.push(...relations.map((relation) => `  ${relationText(relation)}`));
  return indented(lines);
}

function relationText({ kind, to, isUser, confidence, ...site }: Relation): string {
  const verb = kind.replaceAll("_", " ");
  const how = isUser
    ? `${verb} ${to}`
    : kind === "uses_type"
    ? `${to} uses it as a type`
    : `${to} ${verb} it`;
  return `${how}  line ${lineText(site)} (${confidence})`;
}
