/** Answers about the symbols of a name: a group for each, as many as there is room for. */
import type { AnswerContext } from "./answer_context.ts";
import { asAsked } from "./as_asked.ts";
import { fewer } from "./fewer.ts";
import type { Telling } from "./question.ts";
import { scaled } from "./scaled.ts";
import { shareOf } from "./share.ts";
import { MOST_SUBJECTS, type Subjects } from "./subjects.ts";
import type { SymbolReference } from "./symbol_reference.ts";

/** What such an answer tells, whatever it tells of each symbol. */
interface GroupsTold<Group> {
  /** As it was asked for. */
  readonly symbol: string;
  readonly groups: readonly Group[];
  /** Symbols of that name beyond those told about. */
  readonly moreSymbols: number;
  readonly suggestions: readonly SymbolReference[];
  readonly changedFiles: readonly string[];
}

/**
 * Tells of the symbols that a text means.
 *
 * @param known what was looked up of each of the first of them
 * @param groupsOf what to tell of those that are shown
 */
export function groupsTold<Known, Group>(
  context: AnswerContext,
  asked: string,
  { subjects, more, suggestions }: Subjects,
  known: readonly Known[],
  groupsOf: (shown: readonly Known[], scale: number) => readonly Group[],
): Telling<GroupsTold<Group>> {
  return (scale) => {
    const shown = known.slice(0, scaled(MOST_SUBJECTS, scale));
    return {
      symbol: asAsked(asked),
      groups: groupsOf(shown, scale),
      moreSymbols: more + subjects.length - shown.length,
      suggestions: fewer(suggestions, scale, 1),
      changedFiles: context.lines.changed,
    };
  };
}

/**
 * Has each group show its share of a limit.
 *
 * @param groupOf tells a group that shows at most its share, and how much of it that took
 */
export function sharing<Known, Group>(
  limit: number,
  groupOf: (known: Known, share: number, scale: number) => { group: Group; taken: number },
): (shown: readonly Known[], scale: number) => Group[] {
  return (shown, scale) => {
    let left = scaled(limit, scale);
    return shown.map((known, index) => {
      const { group, taken } = groupOf(known, shareOf(left, shown.length - index), scale);
      left -= taken;
      return group;
    });
  };
}
