/** What a look at one thing found. */
export interface Finding {
  /** What was looked at, one or two words. */
  readonly about: string;
  readonly state: "ok" | "note" | "problem";
  readonly detail: string;
  /** What to do, one sentence. */
  readonly remedy?: string;
}

/** Everything is as it should be. */
export function ok(about: string, detail: string): Finding {
  return { about, state: "ok", detail };
}

/** Something to know, which keeps nothing from working. */
export function note(about: string, detail: string, remedy: string): Finding {
  return { about, state: "note", detail, remedy };
}

/** Something that keeps the program from working. */
export function problem(about: string, detail: string, remedy: string): Finding {
  return { about, state: "problem", detail, remedy };
}

/** The problem that an error tells of. */
export function problemOf(about: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  const hasRemedy = error instanceof Error && "remedy" in error;
  return problem(about, message, hasRemedy ? String(error.remedy) : "Check that path's rights.");
}
