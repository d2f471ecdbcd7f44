import { type DecodedText, DecodedTextWriter } from "./decoded-text.js";

const percent = 0x25;
const backslash = 0x5c;
const ampersand = 0x26;
const letterU = 0x75;
const letterX = 0x78;
const semicolon = 0x3b;

/** Maximum number of encoders of different kinds that may have been applied one after the other. */
const maxPasses = 8;

/** Longest entity, such as `&#0000065;`. */
const maxEntityLength = 12;

/** JSON escapes of one letter that stand for another character. */
const shortEscapes: ReadonlyMap<number, number> = new Map(
  Array.from("bfnrt", (letter, index) => [letter.charCodeAt(0), "\b\f\n\r\t".charCodeAt(index)]),
);

/** Named entities that encoders of HTML write. */
const named: ReadonlyMap<string, number> = new Map(
  Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }).map(([name, sign]) => [
    name,
    sign.charCodeAt(0),
  ]),
);

/**
 * Removes the escapes of a text again and again, until there are none: percent-encoding, JSON and JavaScript escapes,
 * HTML entities, in any order and however many times encoders were applied.
 *
 * Two texts of which one is the other in escaped form have the same last step. The reverse is not true: backslashes are
 * removed, also those that escape nothing.
 *
 * @param text - Any text
 * @returns The text itself, and what remained after each step
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

function removeOnce({ bytes, from, to }: DecodedText): DecodedText {
  const reader = new EscapeReader(bytes);
  // No escape is shorter than the bytes of the character it stands for.
  const writer = new DecodedTextWriter(bytes.length);
  for (let at = 0; at < bytes.length; ) {
    const found = reader.read(at);
    const start = from[at] ?? 0;
    if (found === undefined) {
      writer.add(bytes[at] ?? 0, start, to[at] ?? start);
      at += 1;
      continue;
    }
    const end = to[found.end - 1] ?? start;
    if (found.byte !== undefined) writer.add(found.byte, start, end);
    if (found.codePoint !== undefined) writer.addCodePoint(found.codePoint, start, end);
    at = found.end;
  }
  return writer.finish();
}

/** What an escape stands for: a byte, a character, or nothing. */
interface Escape {
  readonly byte?: number;
  readonly codePoint?: number;
  /** Index of the byte after it. */
  readonly end: number;
}

/** Reads the escapes of some bytes. */
class EscapeReader {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @returns The escape that begins here, `undefined` when none does */
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

  /** `%41`, `%2541` where it was encoded again, `%u0041`. */
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

  /** Backslashes in a row are one: each encoder doubles those of the one before. */
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
    // Whatever follows may be the beginning of another escape.
    const ends = next >= this.#bytes.length || letter >= 0x80 || letter === percent || letter === ampersand;
    return ends ? { end: next } : { byte: letter, end: next + 1 };
  }

  /** A code unit; with the escape of its other half it is one character. */
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

/** The character of `#65` or `#x41`. */
function numberedEntity(name: string): number | undefined {
  const [, hex, decimal] = /^#(?:[xX]([\da-fA-F]+)|(\d+))$/.exec(name) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  return decimal === undefined ? undefined : Number(decimal);
}

/**
 * @param byte - A character of ASCII
 * @returns Its value as a digit of base 16, in either case
 */
export function hexDigit(byte: number): number | undefined {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
