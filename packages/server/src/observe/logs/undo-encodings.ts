import { type DecodedText, DecodedTextWriter } from "./decoded-text.js";

const percent = 0x25;
const backslash = 0x5c;
const ampersand = 0x26;
const letterU = 0x75;
const letterX = 0x78;
const semicolon = 0x3b;

/** Maximum number of passes, and thus of different encoders that may have been applied one after the other. */
const maxPasses = 8;

/** Maximum length of an entity, such as `&#0000065;`. */
const maxEntityLength = 12;

/** One-letter JSON escapes that represent another character. */
const shortEscapes: ReadonlyMap<number, number> = new Map(
  Array.from("bfnrt", (letter, index) => [letter.charCodeAt(0), "\b\f\n\r\t".charCodeAt(index)]),
);

/** Named entities that HTML encoders write. */
const named: ReadonlyMap<string, number> = new Map(
  Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }).map(([name, sign]) => [
    name,
    sign.charCodeAt(0),
  ]),
);

/**
 * Removes the escapes of a text repeatedly until none are left: percent-encoding, JSON and JavaScript escapes and HTML
 * entities, in any order and however often encoders were applied.
 *
 * A text and its escaped form have the same last step. The reverse is not true, because backslashes are removed even
 * where they do not escape anything.
 *
 * @param text - Any text
 * @returns The text itself, and the result of each step
 */
export function removeEscapes(text: DecodedText): readonly [DecodedText, ...DecodedText[]] {
  const steps: [DecodedText, ...DecodedText[]] = [text];
  let current = text;
  while (steps.length <= maxPasses && hasEscape(current.bytes)) {
    const next = removeOnce(current);
    if (next.bytes.length === current.bytes.length) break;
    steps.push(next);
    current = next;
  }
  return steps;
}

function hasEscape(bytes: Uint8Array): boolean {
  return bytes.includes(percent) || bytes.includes(backslash) || bytes.includes(ampersand);
}

function removeOnce(text: DecodedText): DecodedText {
  const { bytes, from, to } = text;
  const reader = new EscapeReader(bytes);
  // An escape is never shorter than the bytes of the character it represents.
  const writer = new DecodedTextWriter(bytes.length);
  let copied = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at];
    const isMark = byte === percent || byte === backslash || byte === ampersand;
    const found = isMark ? reader.read(at) : undefined;
    if (found === undefined) {
      at += 1;
      continue;
    }
    writer.addPart(text, copied, at);
    const start = from[at] ?? 0;
    const end = to[found.end - 1] ?? start;
    if (found.byte !== undefined) writer.add(found.byte, start, end);
    if (found.codePoint !== undefined) writer.addCodePoint(found.codePoint, start, end);
    at = found.end;
    copied = at;
  }
  if (copied === 0) return text;
  writer.addPart(text, copied, bytes.length);
  return writer.finish();
}

/** The value of an escape: a byte, a character, or nothing. */
interface Escape {
  readonly byte?: number;
  readonly codePoint?: number;
  /** Index of the byte after it. */
  readonly end: number;
}

/** Reads the escapes in a byte array. */
class EscapeReader {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @returns The escape that starts at this index; `undefined` when none does */
  read(at: number): Escape | undefined {
    switch (this.#bytes[at]) {
      case percent:
        return this.#percent(at);
      case backslash:
        return this.#backslash(at);
      case ampersand:
        return this.#entity(at);
      default:
        return undefined;
    }
  }

  /** Reads `%41`, `%2541` (which was encoded twice) or `%u0041`. */
  #percent(at: number): Escape | undefined {
    let start = at + 1;
    while (this.#hex(start, 2) === percent && this.#hex(start + 2, 2) !== undefined) start += 2;
    if (this.#bytes[start] === letterU) {
      const unit = this.#hex(start + 1, 4);
      if (unit !== undefined) return { codePoint: unit, end: start + 5 };
    }
    const byte = this.#hex(start, 2);
    return byte === undefined ? undefined : { byte, end: start + 2 };
  }

  /** Reads a backslash escape. A run of backslashes counts as one, because each encoder doubles those it finds. */
  #backslash(at: number): Escape {
    let next = at;
    while (this.#bytes[next] === backslash) next += 1;
    const letter = this.#bytes[next] ?? 0;
    if (letter === letterU) {
      const unit = this.#hex(next + 1, 4);
      if (unit !== undefined) return this.#unit(unit, next + 5);
    }
    if (letter === letterX) {
      const byte = this.#hex(next + 1, 2);
      if (byte !== undefined) return { byte, end: next + 3 };
    }
    const short = shortEscapes.get(letter);
    if (short !== undefined) return { byte: short, end: next + 1 };
    // The next character may be the start of another escape.
    const ends = next >= this.#bytes.length || letter >= 0x80 || letter === percent || letter === ampersand;
    return ends ? { end: next } : { byte: letter, end: next + 1 };
  }

  /** Returns the escape of a code unit, combined with the escape of a low surrogate that follows it. */
  #unit(unit: number, end: number): Escape {
    if (unit < 0xd8_00 || unit > 0xdb_ff || this.#bytes[end] !== backslash) return { codePoint: unit, end };
    let next = end;
    while (this.#bytes[next] === backslash) next += 1;
    const low = this.#bytes[next] === letterU ? this.#hex(next + 1, 4) : undefined;
    if (low === undefined || low < 0xdc_00 || low > 0xdf_ff) return { codePoint: unit, end };
    return { codePoint: 0x1_00_00 + ((unit - 0xd8_00) << 10) + (low - 0xdc_00), end: next + 5 };
  }

  #entity(at: number): Escape | undefined {
    const end = this.#bytes.subarray(at, at + maxEntityLength).indexOf(semicolon);
    if (end === -1) return undefined;
    const name = String.fromCharCode(...this.#bytes.subarray(at + 1, at + end));
    const codePoint = named.get(name) ?? numberedEntity(name);
    return codePoint === undefined ? undefined : { codePoint, end: at + end + 1 };
  }

  #hex(start: number, length: number): number | undefined {
    let value = 0;
    for (let at = start; at < start + length; at += 1) {
      const digit = hexDigit(this.#bytes[at] ?? 0);
      if (digit === undefined) return undefined;
      value = value * 16 + digit;
    }
    return value;
  }
}

/** Returns the code point of `#65` or `#x41`. */
function numberedEntity(name: string): number | undefined {
  const [, hex, decimal] = /^#(?:[xX]([\da-fA-F]+)|(\d+))$/.exec(name) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  return decimal === undefined ? undefined : Number(decimal);
}

/**
 * @param byte - An ASCII character
 * @returns Its value as a hexadecimal digit in either case; `undefined` when it is not one
 */
function hexDigit(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}

/** A notation that writes bytes as digits. */
interface Notation {
  /** Number of bits per digit. */
  readonly bits: 4 | 6;
  /** Runs with fewer digits than this are not decoded, because they are too short for a secret. */
  readonly minDigits: number;
  /** The value of each byte as a digit; 255 when it is not a digit. */
  readonly values: Uint8Array;
}

const noDigit = 255;
const carriageReturn = 13;
const lineFeed = 10;

const base64: Notation = {
  bits: 6,
  minDigits: 6,
  values: valuesOf((byte) => {
    const sign = String.fromCharCode(byte);
    const at = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".indexOf(sign);
    if (at !== -1) return at;
    const urlSafe = "-_".indexOf(sign);
    return urlSafe === -1 ? undefined : 62 + urlSafe;
  }),
};

const hex: Notation = { bits: 4, minDigits: 8, values: valuesOf(hexDigit) };

/**
 * Decodes everything in a text that could be base64, base64url or hexadecimal.
 *
 * The start of the encoded value is not known, because other letters may precede it. Base64 is therefore decoded four
 * times and hexadecimal twice, each time starting one digit later. One of the results is correct.
 *
 * @param text - Any text
 * @returns The decoded texts, each with a zero byte between two runs of digits
 */
export function decodeDigits(text: DecodedText): readonly DecodedText[] {
  return [base64, hex].flatMap((notation) => {
    const rows = rowsOf(text.bytes, notation);
    if (rows.length === 0) return [];
    const starts = notation.bits === 6 ? [0, 1, 2, 3] : [0, 1];
    return starts.map((start) => decodeRows(text, { notation, rows, start }));
  });
}

interface DecodeRowsOptions {
  readonly notation: Notation;
  /** Indexes of the digits of each run. */
  readonly rows: readonly Uint32Array[];
  /** How many digits to skip at the start of each run. */
  readonly start: number;
}

function decodeRows(text: DecodedText, { notation, rows, start }: DecodeRowsOptions): DecodedText {
  const { bits, values } = notation;
  // Each digit yields less than a byte, and a zero byte follows each run.
  const writer = new DecodedTextWriter(rows.reduce((sum, { length }) => sum + length + 1, 0));
  for (const row of rows) {
    if (writer.length > 0) writer.add(0, 0, 0);
    let collected = 0;
    let held = 0;
    for (let index = start; index < row.length; index += 1) {
      const at = row[index] ?? 0;
      collected = ((collected << bits) | (values[text.bytes[at] ?? 0] ?? 0)) & 0xff_ff;
      held += bits;
      if (held < 8) continue;
      held -= 8;
      // A base64 byte shares its first digit with the previous byte and its last digit with the next one.
      const first = row[index - 1] ?? at;
      writer.add((collected >> held) & 0xff, text.from[first] ?? 0, text.to[at] ?? 0);
    }
  }
  return writer.finish();
}

/** Finds runs of digits. Line breaks inside a run are skipped, because MIME encoders add them. */
function rowsOf(bytes: Uint8Array, { values, minDigits }: Notation): readonly Uint32Array[] {
  const rows: Uint32Array[] = [];
  const row = new Uint32Array(bytes.length);
  let length = 0;
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (at < bytes.length && values[byte] !== noDigit) {
      row[length] = at;
      length += 1;
    } else if (byte !== carriageReturn && byte !== lineFeed) {
      if (length >= minDigits) rows.push(row.slice(0, length));
      length = 0;
    }
  }
  return rows;
}

function valuesOf(valueOf: (byte: number) => number | undefined): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_unused, byte) => valueOf(byte) ?? noDigit);
}
