/**
 * How the engine is to be run. V8 lets the young generation of every thread grow to 48 MB; indexing
 * makes little that lives long, and with 12 MB it takes a fifth less memory in the same time.
 *
 * Without its last optimising compiler (`--no-opt`; the one before it stays) indexing takes a fifth to a
 * quarter less time: on two cores the compiler's thread takes from the parse workers more than its
 * code gives back in the few seconds that there are.
 */
export const V8_FLAGS = "--v8-flags=--max-semi-space-size=4,--no-opt";
