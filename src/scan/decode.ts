/** How a file's bytes were read as text. */
export type Encoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "windows-1252";

/** A file's text, without a byte order mark, line endings as they are. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** How many bytes are looked at to tell text from other content. */
const SAMPLE_LENGTH = 8192;

/**
 * Reads bytes as text: UTF-8 if they are valid, UTF-16 with a byte order mark or by its pattern of
 * NUL bytes, else Windows-1252 (which is Latin-1 with letters where Latin-1 has control codes, and
 * takes any bytes). Never throws.
 *
 * @returns `undefined` when the bytes are not text
 */
export function decode(bytes: Uint8Array): DecodedText | undefined {
  const marked = decodeMarked(bytes);
  if (marked !== undefined) return marked;
  const sample = bytes.subarray(0, SAMPLE_LENGTH);
  if (sample.includes(0)) return decodeUnmarkedUtf16(bytes, sample);
  if (hasBinarySignature(bytes)) return undefined;
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { text, encoding: "utf-8" };
  return isMostlyControl(sample)
    ? undefined
    : { text: latin.decode(bytes), encoding: "windows-1252" };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const utf16le = new TextDecoder("utf-16le");
const utf16be = new TextDecoder("utf-16be");
const latin = new TextDecoder("windows-1252");

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeMarked(bytes: Uint8Array): DecodedText | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    const text = decodeUtf8(bytes) ?? latin.decode(bytes.subarray(3));
    return { text, encoding: "utf-8-bom" };
  }
  // FF FE 00 00 marks UTF-32, which no tool writes source in.
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0)) {
    return { text: utf16le.decode(bytes), encoding: "utf-16le" };
  }
  if (first === 0xfe && second === 0xff) {
    return { text: utf16be.decode(bytes), encoding: "utf-16be" };
  }
  return undefined;
}

/**
 * Source in UTF-16 is mostly ASCII: one byte of nearly every pair is NUL, always the same one, and
 * the other never is.
 */
function decodeUnmarkedUtf16(bytes: Uint8Array, sample: Uint8Array): DecodedText | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  let evenNuls = 0;
  let oddNuls = 0;
  for (let i = 0; i + 1 < sample.length; i += 2) {
    if (sample[i] === 0) evenNuls++;
    if (sample[i + 1] === 0) oddNuls++;
  }
  const enough = (sample.length / 2) * 0.8;
  if (evenNuls === 0 && oddNuls >= enough) {
    return { text: utf16le.decode(bytes), encoding: "utf-16le" };
  }
  if (oddNuls === 0 && evenNuls >= enough) {
    return { text: utf16be.decode(bytes), encoding: "utf-16be" };
  }
  return undefined;
}

/** Formats whose first kilobytes may hold no NUL: archives, documents, R and HDF5 data. */
const BINARY_SIGNATURES = [
  "%PDF-",
  "PK\x03\x04",
  "\x1f\x8b",
  "BZh",
  "\xfd7zXZ",
  "\x28\xb5\x2f\xfd",
  "\x7fELF",
  "\x89PNG",
  "\x89HDF",
  "\xff\xd8\xff",
  "GIF8",
  "RDX2\n",
  "RDX3\n",
  "!<arch>\n",
  "\xd0\xcf\x11\xe0",
];

function hasBinarySignature(bytes: Uint8Array): boolean {
  return BINARY_SIGNATURES.some((signature) => {
    if (bytes.length < signature.length || bytes[0] !== signature.charCodeAt(0)) return false;
    for (let i = 1; i < signature.length; i++) {
      if (bytes[i] !== signature.charCodeAt(i)) return false;
    }
    return true;
  });
}

/** Control codes that no text editor writes, as more than a tenth of the sample. */
function isMostlyControl(sample: Uint8Array): boolean {
  let control = 0;
  for (const byte of sample) {
    const isUsual = byte >= 0x20 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b;
    if (!isUsual || byte === 0x7f) control++;
  }
  return control * 10 > sample.length;
}
