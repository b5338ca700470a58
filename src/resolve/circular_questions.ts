/**
 * Questions that lead to others and may lead back to themselves, where they have no answer. What was
 * asked inside such a circle depends on where it was entered and is not kept; the question at which it
 * closes is, and so is all around it: otherwise each question would walk the circle anew.
 */
export class CircularQuestions {
  /** Questions being worked on, with how many are around each. */
  readonly #asked = new Map<string, number>();
  /** The outermost question that had no answer meanwhile: those inside it must not be kept. */
  #cut = Infinity;

  /**
   * Answers a question, once if that can be.
   *
   * @param answers where answers are kept
   * @param key tells it from all others that are asked here
   * @param unknown its answer inside itself
   */
  once<Answer>(
    answers: Map<string, Answer>,
    key: string,
    unknown: Answer,
    work: () => Answer,
  ): Answer {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const around = this.#asked.get(key);
    if (around !== undefined) {
      this.#cut = Math.min(this.#cut, around);
      return unknown;
    }
    const level = this.#asked.size;
    this.#asked.set(key, level);
    const outerCut = this.#cut;
    this.#cut = Infinity;
    const answer = work();
    this.#asked.delete(key);
    if (this.#cut >= level) {
      answers.set(key, answer);
      this.#cut = outerCut;
    } else {
      this.#cut = Math.min(this.#cut, outerCut);
    }
    return answer;
  }
}
