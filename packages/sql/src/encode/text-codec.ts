import { Buffer, isAscii, isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";

/**
 * ASCII-compatible encodings: every ASCII byte outside a multi-byte character is that character. The first is the
 * default.
 */
export const textEncodings = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-3",
  "iso-8859-4",
  "iso-8859-5",
  "iso-8859-6",
  "iso-8859-7",
  "iso-8859-8",
  "iso-8859-10",
  "iso-8859-13",
  "iso-8859-14",
  "iso-8859-15",
  "koi8-r",
  "koi8-u",
  "ibm866",
  "macintosh",
  "gbk",
  "gb18030",
  "big5",
  "euc-jp",
  "shift_jis",
  "euc-kr",
] as const;

/** Name of an encoding, as in the Encoding Standard. */
export type TextEncodingName = (typeof textEncodings)[number];

const names: ReadonlySet<string> = new Set(textEncodings);

/** The windows-1252 characters for the control codes of ISO 8859-1. `TextDecoder` of Node 20 returns the controls. */
const windows1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** Names that databases use and the Encoding Standard does not define. */
const databaseNames: Readonly<Record<string, string>> = {
  koi8r: "koi8-r",
  koi8u: "koi8-u",
  latin7: "iso-8859-13",
  latin8: "iso-8859-14",
  latin9: "iso-8859-15",
  "windows-866": "ibm866",
  "euc-cn": "gbk",
  uhc: "euc-kr",
};

/**
 * Reads the name of an encoding: any label of the Encoding Standard, or a name that databases use, such as `latin1`,
 * `SJIS`, `cp1251`, `EUC_JP` or `WIN1252`.
 *
 * @param label - The name
 * @returns The encoding, or `undefined` when it is unknown or not ASCII-compatible, such as UTF-16
 * @see https://encoding.spec.whatwg.org/#names-and-labels
 */
export function readTextEncoding(label: string): TextEncodingName | undefined {
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/^win(?=\d)/, "windows-");
  const dashed = plain.replaceAll("_", "-");
  return [databaseNames[dashed] ?? plain, dashed].map(encodingOf).find(isTextEncoding);
}

function encodingOf(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return "";
  }
}

function isTextEncoding(name: string): name is TextEncodingName {
  return names.has(name);
}

/** Converts between bytes of one encoding and text. It is strict: unsupported characters are never replaced. */
export class TextCodec {
  /** Name of the encoding. */
  readonly encoding: TextEncodingName;
  /** Whether a byte inside a multi-byte character may be a backslash. */
  readonly hasTrailingBackslash: boolean;
  /** Whether a character may take more than one byte. */
  readonly isMultiByte: boolean;
  readonly #decoder: TextDecoder;
  /** Control characters that the decoder swaps, because it follows IBM's tables for some encodings. */
  readonly #controls: ReadonlyMap<string, string>;
  #bytes: ReadonlyMap<string, readonly number[]> | undefined;

  /**
   * Creates a codec. Its table is built when text is first encoded.
   *
   * @param encoding - The encoding
   */
  constructor(encoding: TextEncodingName) {
    this.encoding = encoding;
    this.hasTrailingBackslash = ["gbk", "gb18030", "big5", "shift_jis"].includes(encoding);
    this.isMultiByte = this.hasTrailingBackslash || ["utf-8", "euc-jp", "euc-kr"].includes(encoding);
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    this.#controls = new Map(
      Array.from({ length: 128 }, (_, code): [string, string] => [
        this.#decoder.decode(Uint8Array.of(code)),
        String.fromCharCode(code),
      ]).filter(([got, expected]) => got !== expected),
    );
  }

  /**
   * Decodes bytes.
   *
   * @param bytes - Text in the encoding
   * @returns The text, or `undefined` when the bytes are not valid in the encoding
   */
  decode(bytes: Buffer): string | undefined {
    if (isAscii(bytes)) return bytes.toString("latin1");
    if (this.encoding === "utf-8") return isUtf8(bytes) ? bytes.toString() : undefined;
    if (this.encoding === "windows-1252")
      return bytes
        .toString("latin1")
        .replace(/[\u0080-\u009f]/g, (letter) => windows1252.charAt(letter.charCodeAt(0) - 0x80));
    try {
      const text = this.#decoder.decode(bytes);
      if (this.#controls.size === 0) return text;
      return Array.from(text, (letter) => this.#controls.get(letter) ?? letter).join("");
    } catch {
      return undefined;
    }
  }

  /**
   * Encodes text.
   *
   * @param text - The text
   * @returns Its bytes, or `undefined` when the encoding lacks one of the characters
   */
  encode(text: string): Buffer | undefined {
    if (this.encoding === "utf-8" || isAscii(Buffer.from(text))) return Buffer.from(text);
    this.#bytes ??= this.#tabulate();
    const parts: number[] = [];
    for (const letter of text) {
      if (letter < "\u0080") parts.push(letter.charCodeAt(0));
      else {
        const bytes = this.#bytes.get(letter);
        if (bytes === undefined) return undefined;
        parts.push(...bytes);
      }
    }
    return Buffer.from(parts);
  }

  /**
   * Builds the encoding table. The platform has no encoder, so every sequence of one to three bytes is decoded once.
   */
  #tabulate(): ReadonlyMap<string, readonly number[]> {
    const found = new Map<string, readonly number[]>();
    // Not a fatal decoder: an exception for each invalid sequence would take ten times as long.
    const decoder = new TextDecoder(this.encoding);
    const add = (...bytes: readonly number[]) => {
      const text =
        this.encoding === "windows-1252"
          ? (this.decode(Buffer.from(bytes)) ?? "\ufffd")
          : decoder.decode(Uint8Array.from(bytes));
      // Where a character has two encoded forms, encoders write the first.
      if (!text.includes("\ufffd") && Array.from(text).length === 1 && !found.has(text))
        found.set(text, bytes);
    };
    for (let first = 0x80; first <= 0xff; first += 1) add(first);
    if (!this.isMultiByte) return found;
    for (let first = 0x81; first <= 0xfe; first += 1) {
      // Skip NEC's selection of IBM characters: the Encoding Standard leaves it out and encoders write the other form.
      if (this.encoding === "shift_jis" && (first === 0xed || first === 0xee)) continue;
      for (let second = 0x40; second <= 0xfe; second += 1) add(first, second);
    }
    if (this.encoding === "euc-jp")
      for (let second = 0xa1; second <= 0xfe; second += 1)
        for (let third = 0xa1; third <= 0xfe; third += 1) add(0x8f, second, third);
    return found;
  }
}
