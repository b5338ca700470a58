/**
 * How the engine is to be run. V8 lets the young generation of every thread grow to 48 MB; indexing
 * makes little that lives long, and with 12 MB it takes a fifth less memory in the same time.
 *
 * Without its last optimising compiler (`--no-opt`; the one before it stays) indexing takes a fifth to a
 * quarter less time: on two cores the compiler's thread takes from the parse workers more than its
 * code gives back in the few seconds that there are.
 *
 * A thread that ended would leave its pages to the others, which never need as many: a server at rest
 * would hold 35 MB more for as long as it lives.
 */
export const V8_FLAGS = `--v8-flags=${
  ["--max-semi-space-size=4", "--no-opt", "--no-memory-pool-share-memory-on-teardown"].join(",")
}`;
