/** Milliseconds that a system may give the same time to a file for. */
const TICK = 20;
/** The same where times are whole seconds, or every other one. */
const COARSE_TICK = 2000;

/**
 * Whether a file may have been written to after it was read without its time telling: it had been
 * written so shortly before that the clock had not moved on, or the clock was set back since. Its
 * content must be looked at.
 *
 * @param mtimeMs its time, as it was when the file was read
 * @param readFrom when the reading of files began; both in milliseconds since 1970
 */
export function isRacy(mtimeMs: number, readFrom: number): boolean {
  return mtimeMs + (mtimeMs % 1000 === 0 ? COARSE_TICK : TICK) > readFrom;
}
