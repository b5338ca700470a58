/** Languages to which bridges lead by names that libraries keep. */

/** Those that share C's names. */
export const C_LANGUAGES: readonly string[] = ["c", "cpp", "cuda"];

/** All whose functions have names of their own in a library. */
export const NATIVE: ReadonlySet<string> = new Set([...C_LANGUAGES, "rust"]);
