/** Times that an answer is made smaller until it fits. */
const MOST_TRIES = 6;
/** Characters less than which nothing can be shown in. */
const LEAST_SPACE = 200;

/**
 * An answer that takes no more characters than it may, neither as JSON nor as text.
 *
 * @param space what the answer may use at first of what it can vary
 * @param answerIn makes an answer that uses so much
 */
export function fitted<Answer>(
  maxChars: number,
  space: number,
  answerIn: (space: number) => Answer,
  toText: (answer: Answer) => string,
): Answer {
  let answer = answerIn(space);
  let before: { readonly space: number; readonly size: number } | undefined;
  for (let tries = 1; tries <= MOST_TRIES && space > 0; tries++) {
    const size = Math.max(JSON.stringify(answer).length, toText(answer).length);
    if (size <= maxChars) break;
    // How much an answer grows with its space: more than that, when other things grow with it.
    const growth = before === undefined
      ? size / space
      : (before.size - size) / (before.space - space);
    const slope = tries === MOST_TRIES - 1 ? 1 : Math.max(1, growth);
    before = { space, size };
    const smaller = space - Math.max(size - maxChars, 50) * 1.05 / slope;
    space = smaller >= LEAST_SPACE && tries < MOST_TRIES ? smaller : 0;
    answer = answerIn(space);
  }
  return answer;
}
