import { type DecodedText, DecodedTextWriter } from "./decoded-text.js";
import { hexDigit } from "./remove-escapes.js";

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
