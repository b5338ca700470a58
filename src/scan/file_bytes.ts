/** Where files are read to, one after the other. */
const place = new Uint8Array(512 * 1024);

/**
 * The bytes of a file, which stand only until the next call: a new place for each file takes three
 * times as long as reading most of them.
 *
 * @param size bytes that it is expected to have; a larger file has a place of its own
 * @throws {Error} the system's, when it cannot be read
 */
export function fileBytes(path: string, size: number): Uint8Array {
  if (size >= place.length) return Deno.readFileSync(path);
  using file = Deno.openSync(path);
  let length = 0;
  for (;;) {
    const count = file.readSync(place.subarray(length));
    if (count === null) return place.subarray(0, length);
    length += count;
    // It has grown meanwhile.
    if (length === place.length) return Deno.readFileSync(path);
  }
}
