/** The bytes of a text, or of a decoded part of it, with the position in the text that each byte comes from. */
export interface DecodedText {
  readonly bytes: Uint8Array;
  /** Index of the first character each byte comes from. */
  readonly from: Uint32Array;
  /** Index after the last character each byte comes from. */
  readonly to: Uint32Array;
}

/** Collects the bytes of a {@link DecodedText}. */
export class DecodedTextWriter {
  readonly #bytes: Uint8Array;
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  #length = 0;

  /** @param maxBytes - Capacity in bytes */
  constructor(maxBytes: number) {
    this.#bytes = new Uint8Array(maxBytes);
    this.#from = new Uint32Array(maxBytes);
    this.#to = new Uint32Array(maxBytes);
  }

  /** Number of bytes added. */
  get length(): number {
    return this.#length;
  }

  /**
   * @param byte - The byte
   * @param from - Index of the first character it comes from
   * @param to - Index after the last one
   */
  add(byte: number, from: number, to: number): void {
    this.#bytes[this.#length] = byte;
    this.#from[this.#length] = from;
    this.#to[this.#length] = to;
    this.#length += 1;
  }

  /**
   * Adds a character as UTF-8. A lone surrogate becomes U+FFFD, as in every encoder of Node.js.
   *
   * @param codePoint - The character
   * @param from - Index of the first character it comes from
   * @param to - Index after the last one
   */
  addCodePoint(codePoint: number, from: number, to: number): void {
    const code = codePoint > 0x10_ffff || isSurrogate(codePoint) ? 0xff_fd : codePoint;
    if (code < 0x80) {
      this.add(code, from, to);
      return;
    }
    const shifts = 1 + Number(code >= 0x8_00) + Number(code >= 0x1_00_00);
    this.add(((0xf_00 >> (shifts + 1)) & 0xff) | (code >> (6 * shifts)), from, to);
    for (let shift = shifts - 1; shift >= 0; shift -= 1)
      this.add(0x80 | ((code >> (6 * shift)) & 0x3f), from, to);
  }

  /**
   * Adds a part of another text unchanged.
   *
   * @param text - The other text
   * @param start - Index of the first byte
   * @param end - Index after the last byte
   */
  addPart({ bytes, from, to }: DecodedText, start: number, end: number): void {
    this.#bytes.set(bytes.subarray(start, end), this.#length);
    this.#from.set(from.subarray(start, end), this.#length);
    this.#to.set(to.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  /** @returns The collected bytes */
  finish(): DecodedText {
    const end = this.#length;
    return {
      bytes: this.#bytes.subarray(0, end),
      from: this.#from.subarray(0, end),
      to: this.#to.subarray(0, end),
    };
  }
}

/**
 * Writes a text as UTF-8.
 *
 * @param text - Any text
 * @returns Its bytes
 */
export function encodeText(text: string): DecodedText {
  // A lone surrogate becomes U+FFFD here too.
  const bytes = Buffer.from(text);
  const from = new Uint32Array(bytes.length);
  const to = new Uint32Array(bytes.length);
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const next = at + (code > 0xff_ff ? 2 : 1);
    const end = length + 1 + Number(code >= 0x80) + Number(code >= 0x8_00) + Number(code >= 0x1_00_00);
    for (; length < end; length += 1) {
      from[length] = at;
      to[length] = next;
    }
    at = next;
  }
  return { bytes, from, to };
}

/**
 * @param code - A code point or a UTF-16 code unit
 * @returns Whether it is a surrogate
 */
function isSurrogate(code: number): boolean {
  return code >= 0xd8_00 && code <= 0xdf_ff;
}
