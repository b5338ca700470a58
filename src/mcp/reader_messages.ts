/** What the server and its readers say to each other. */

/** A question for a reader. */
export interface ReadRequest {
  /** Short name of the question. */
  readonly question: string;
  readonly given: unknown;
  readonly root: string;
  readonly databasePath: string;
  /** Shared; its only element becomes 1 when the answer is not wanted any more. */
  readonly cancelled: Int32Array<SharedArrayBuffer>;
}

/** Why there is no answer. */
export interface ReadFailure {
  readonly kind:
    /** The question cannot be answered as it was asked. */
    | "question"
    /** The index is missing or outdated. */
    | "index"
    | "damaged-index"
    | "cancelled"
    | "internal";
  readonly message: string;
  readonly remedy: string;
}

/** A reader's answer. */
export type ReadReply =
  | { readonly value: Record<string, unknown>; readonly text: string }
  | { readonly failure: ReadFailure };
