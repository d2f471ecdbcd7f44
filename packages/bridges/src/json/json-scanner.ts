import type { Buffer } from "node:buffer";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const colon = 0x3a;
const listOpening = 0x5b;
const listClosing = 0x5d;
const objectOpening = 0x7b;
const objectClosing = 0x7d;
const space = 0x20;

/** Maximum levels of arrays and objects in a message. */
const maxDepth = 256;

/** Which bytes may follow a backslash; 2 for the `u` of a long escape. */
const escapes = new Uint8Array(256);
for (const letter of '"\\/bfnrt') escapes[letter.charCodeAt(0)] = 1;
escapes["u".charCodeAt(0)] = 2;

/** Bytes of the words that JSON has, and of those that some programs write although JSON does not have them. */
const words = ["true", "false", "null"].map(bytesOf);
const foreignWords = ["NaN", "Infinity", "-Infinity"].map(bytesOf);

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A span of bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Reads a member of an object: returns the end of its value, or -1 when it is not JSON. */
type ReadMember = (nameStart: number, nameEnd: number, valueStart: number) => number;

/**
 * Checks JSON in bytes and finds its members, without creating their values.
 *
 * `NaN`, `Infinity` and `-Infinity` are accepted, because programs of Python write them, and noted in `foreign`.
 */
export class JsonScanner {
  /** The bytes. After each line there must be a byte that no JSON has, such as a line feed. */
  source: Buffer;
  /** Spans of the words that JSON does not have. */
  foreign: Span[] = [];
  #depth = 0;
  readonly #skipMember: ReadMember = (_nameStart, _nameEnd, valueStart) => this.endOfValue(valueStart);

  /** @param source - The bytes */
  constructor(source: Buffer) {
    this.source = source;
  }

  /** Returns the first byte at or after an index that is not white space. */
  skipSpace(start: number): number {
    const { source } = this;
    let at = start;
    for (let byte = source[at]; byte === space || byte === 0x09 || byte === 0x0d; byte = source[at]) at += 1;
    return at;
  }

  /**
   * @param start - First byte of a value
   * @returns The index after it; -1 when it is not JSON
   */
  endOfValue(start: number): number {
    switch (this.source[start]) {
      case quote:
        return this.endOfText(start);
      case objectOpening:
        return this.readObject(start, this.#skipMember);
      case listOpening:
        return this.#endOfList(start);
      default:
        return this.#endOfScalar(start);
    }
  }

  /**
   * Reads the members of an object.
   *
   * @param start - Its first byte
   * @param read - Reads a member; `nameStart` and `nameEnd` are those between the quotes
   * @returns The index after it; -1 when it is not JSON
   */
  readObject(start: number, read: ReadMember): number {
    const { source } = this;
    this.#depth += 1;
    if (this.#depth > maxDepth) return -1;
    let at = this.skipSpace(start + 1);
    if (source[at] === objectClosing) return this.#close(at);
    for (;;) {
      if (source[at] !== quote) return -1;
      const nameStart = at + 1;
      const nameEnd = this.endOfText(at) - 1;
      if (nameEnd < nameStart) return -1;
      at = this.skipSpace(nameEnd + 1);
      if (source[at] !== colon) return -1;
      at = read(nameStart, nameEnd, this.skipSpace(at + 1));
      if (at < 0) return -1;
      at = this.skipSpace(at);
      if (source[at] === objectClosing) return this.#close(at);
      if (source[at] !== comma) return -1;
      at = this.skipSpace(at + 1);
    }
  }

  /** Forgets what was found in an earlier line. */
  reset(): void {
    this.#depth = 0;
    if (this.foreign.length > 0) this.foreign = [];
  }

  /**
   * @param start - The opening quote of a text
   * @returns The index after its closing quote; -1 when it is not JSON
   */
  endOfText(start: number): number {
    const { source } = this;
    if (source[start] !== quote) return -1;
    let at = start + 1;
    for (;;) {
      const byte = source[at] ?? 0;
      if (byte === quote) return at + 1;
      // A line feed ends the line, and the text with it.
      if (byte < space) return -1;
      if (byte !== backslash) at += 1;
      else {
        const kind = escapes[source[at + 1] ?? 0];
        if (kind === 0 || (kind === 2 && !this.#isHex(at + 2))) return -1;
        at += kind === 2 ? 6 : 2;
      }
    }
  }

  #isHex(start: number): boolean {
    for (let at = start; at < start + 4; at += 1) {
      const byte = this.source[at] ?? 0;
      const letter = byte | 0x20;
      if (!isDigit(byte) && (letter < 0x61 || letter > 0x66)) return false;
    }
    return true;
  }

  #endOfList(start: number): number {
    const { source } = this;
    this.#depth += 1;
    if (this.#depth > maxDepth) return -1;
    let at = this.skipSpace(start + 1);
    if (source[at] === listClosing) return this.#close(at);
    for (;;) {
      at = this.endOfValue(at);
      if (at < 0) return -1;
      at = this.skipSpace(at);
      if (source[at] === listClosing) return this.#close(at);
      if (source[at] !== comma) return -1;
      at = this.skipSpace(at + 1);
    }
  }

  #close(at: number): number {
    this.#depth -= 1;
    return at + 1;
  }

  #endOfScalar(start: number): number {
    const byte = this.source[start] ?? 0;
    if (isDigit(byte) || (byte === minus && isDigit(this.source[start + 1]))) return this.#endOfNumber(start);
    for (const word of words) if (this.#isWord(start, word)) return start + word.length;
    for (const word of foreignWords) {
      if (!this.#isWord(start, word)) continue;
      this.foreign.push({ start, end: start + word.length });
      return start + word.length;
    }
    return -1;
  }

  #isWord(start: number, word: Uint8Array): boolean {
    for (let index = 0; index < word.length; index += 1)
      if (this.source[start + index] !== word[index]) return false;
    return true;
  }

  #endOfNumber(start: number): number {
    const { source } = this;
    let at = source[start] === minus ? start + 1 : start;
    // A number may not have leading zeros.
    if (source[at] === 0x30) at += 1;
    else at = this.#endOfDigits(at);
    if (source[at] === point) {
      if (!isDigit(source[at + 1])) return -1;
      at = this.#endOfDigits(at + 1);
    }
    if (((source[at] ?? 0) | 0x20) !== 0x65) return at;
    const sign = source[at + 1];
    const digits = sign === minus || sign === 0x2b ? at + 2 : at + 1;
    return isDigit(source[digits]) ? this.#endOfDigits(digits) : -1;
  }

  #endOfDigits(start: number): number {
    let at = start;
    while (isDigit(this.source[at])) at += 1;
    return at;
  }
}

function isDigit(byte = 0): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
