/** What linkers asked of a project, as the store keeps it. */
import { decodeIntegers, encodeIntegers } from "../extract/facts_codec.ts";
import { type Asked, LinkQuestions } from "../resolve/link_questions.ts";
import type { AskedRow } from "../store/file_record.ts";

/** Rows for what was asked. */
export function askedRows(asked: readonly Asked[]): AskedRow[] {
  return asked.map(({ topic, names, texts }) => ({
    topic,
    names: encodeIntegers(names),
    texts: JSON.stringify(texts),
  }));
}

/** What was asked, as {@link askedRows} gave it; undefined when nothing is said of it. */
export function storedQuestions(rows: readonly AskedRow[]): LinkQuestions | undefined {
  return LinkQuestions.of(rows.map(({ topic, names, texts }) => ({
    topic,
    names: decodeIntegers(names),
    texts: JSON.parse(texts) as string[],
  })));
}
