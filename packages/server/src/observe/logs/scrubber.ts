import { type DecodedText, encodeText } from "./decoded-text.js";
import { fold, headBytes, type IndexedSecret, SecretIndex } from "./secret-index.js";
import { decodeDigits, removeEscapes } from "./undo-encodings.js";

/** Replacement for a secret. */
const mark = "[secret]";

/** Replacement for a text that cannot be searched. */
export const withheld = "[withheld: this text could not be searched for secrets]";

/** Maximum number of secrets per request; with more, every text is withheld without a search. */
const maxSecrets = 1000;

/** Number of secrets up to which a new secret is checked for duplicates. */
const maxCompared = 16;

/** Maximum number of characters of a text unless another is given; the remainder is cut off. */
const defaultMaxCharacters = 16 * 1024;

/** Maximum depth of base64 or hexadecimal nested inside base64 or hexadecimal. */
const maxNesting = 2;

/**
 * Minimum number of leading bytes of a secret that count as the secret at the end of a text: where the text itself
 * ends, and where the scrubber cut it.
 */
const minLastBytes = 8;
const minCutBytes = 4;

/** Minimum length of a found secret, in characters, that is excluded from decoding. */
const minOmitted = 64;

/** Maximum number of comparisons per byte of a text, whatever the secrets are. */
const stepsPerByte = 64;

/**
 * Replaces the secrets of one request in texts.
 *
 * The scrubber decodes the text instead of encoding the secrets: it removes escapes and decodes base64 and hexadecimal.
 * It therefore finds a secret in any mixture of encodings. It looks up the first bytes of secrets in an index. The work
 * is linear in the length of the text, and no regular expression is built from input. A text that would cost more is
 * withheld.
 *
 * - The first 24 bytes of a secret count as the secret, because texts may be truncated.
 * - A secret of one to three bytes is replaced only where it is a separate word.
 */
export class Scrubber {
  readonly #secrets: string[] = [];
  readonly #maxCharacters: number;
  #index: SecretIndex | undefined;
  #steps = 0;

  /**
   * Creates a scrubber that does not know any secret yet.
   *
   * @param maxCharacters - Maximum number of characters of a text; the remainder is cut off. Default: 16,384
   */
  constructor(maxCharacters: number = defaultMaxCharacters) {
    this.#maxCharacters = maxCharacters;
  }

  /** Number of comparisons and bytes the last text cost, for tests of the complexity. */
  get steps(): number {
    return this.#steps;
  }

  /**
   * Adds a secret.
   *
   * @param secret - Text to replace from now on
   */
  add(secret: string): void {
    if (secret === "" || this.#secrets.length > maxSecrets) return;
    // Most requests have few secrets, some of them read twice. A set would hash every character of every secret.
    if (this.#secrets.length < maxCompared && this.#secrets.includes(secret)) return;
    this.#secrets.push(secret);
    this.#index?.add(secret);
  }

  /**
   * Returns the secrets that were added.
   *
   * @returns The secrets, in plain text
   */
  secrets(): readonly string[] {
    return this.#secrets;
  }

  /**
   * Replaces the secrets in a text.
   *
   * @param text - Text for a log or for a caller
   * @returns The text with `[secret]` instead of each secret; a constant sentence when it cannot be searched
   */
  scrub(text: string): string {
    if (this.#secrets.length === 0) return text;
    if (this.#secrets.length > maxSecrets) return withheld;
    try {
      const isCut = text.length > this.#maxCharacters;
      const searched = isCut ? text.slice(0, this.#maxCharacters) : text;
      const search = new Search(this.#prepared(), isCut ? minCutBytes : minLastBytes);
      const complete = search.search(encodeText(searched));
      this.#steps = search.steps;
      return complete ? `${search.replaced(searched)}${isCut ? "…" : ""}` : withheld;
    } catch {
      return withheld;
    }
  }

  /**
   * Reports whether a number is a secret.
   *
   * @param value - A number for a log
   * @returns Whether it equals a numeric secret, even one with leading or trailing zeros
   */
  isSecretNumber(value: number): boolean {
    if (this.scrub(String(value)) !== String(value)) return true;
    for (const secret of this.#secrets)
      if (secret.length <= 400 && secret.trim() !== "" && Number(secret) === value) return true;
    return false;
  }

  #prepared(): SecretIndex {
    if (this.#index === undefined) {
      this.#index = new SecretIndex();
      for (const secret of this.#secrets) this.#index.add(secret);
    }
    return this.#index;
  }
}

/** A range of characters to replace. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The search of one text. */
class Search {
  readonly #index: SecretIndex;
  readonly #minLastBytes: number;
  readonly #found: Range[] = [];
  #budget = 0;
  steps = 0;

  constructor(index: SecretIndex, minLast: number) {
    this.#index = index;
    this.#minLastBytes = minLast;
  }

  /** @returns Whether the whole text was searched within its budget */
  search(text: DecodedText): boolean {
    this.#budget = (text.bytes.length + 1024) * stepsPerByte;
    this.#searchAll(text, 0);
    return this.steps <= this.#budget;
  }

  replaced(text: string): string {
    const parts: string[] = [];
    let end = 0;
    for (const { from, to } of this.#ranges()) {
      parts.push(text.slice(end, from), mark);
      end = to;
    }
    parts.push(text.slice(end));
    return parts.join("");
  }

  /** Returns the ranges of the secrets in order. Ranges that touch are merged. */
  #ranges(): readonly Range[] {
    const ranges: Range[] = [];
    let last: { from: number; to: number } | undefined;
    for (const { from, to } of this.#found.toSorted((left, right) => left.from - right.from)) {
      if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
      else ranges.push((last = { from, to }));
    }
    return ranges;
  }

  /** Returns the text without long secrets, because parts that will be replaced do not need decoding. */
  #withoutFound(text: DecodedText): DecodedText {
    const ranges = this.#ranges().filter(({ from, to }) => to - from >= minOmitted);
    if (ranges.length === 0) return text;
    const bytes = new Uint8Array(text.bytes);
    let next = 0;
    for (let at = 0; at < bytes.length && next < ranges.length; at += 1) {
      const start = text.from[at] ?? 0;
      if (start >= (ranges[next]?.to ?? 0)) next += 1;
      if (start >= (ranges[next]?.from ?? text.bytes.length)) bytes[at] = 0;
    }
    return { ...text, bytes };
  }

  #searchAll(text: DecodedText, nesting: number): void {
    for (const spelling of removeEscapes(text)) {
      this.#searchOne(spelling, nesting);
      if (nesting === maxNesting || this.steps > this.#budget) continue;
      const remaining = nesting === 0 ? this.#withoutFound(spelling) : spelling;
      for (const decoded of decodeDigits(remaining)) this.#searchAll(decoded, nesting + 1);
    }
  }

  #searchOne(text: DecodedText, nesting: number): void {
    const bytes = fold(text.bytes);
    this.steps += bytes.length;
    for (let at = 0; at < bytes.length && this.steps <= this.#budget; at += 1) {
      for (const secret of this.#index.longAt(bytes, at) ?? []) this.#compare(secret, { text, bytes, at });
      // Short secrets would match by chance in text that only looks like base64.
      if (nesting > 0) continue;
      for (const secret of this.#index.shortAt(bytes, at) ?? [])
        if (isWord(bytes, at, secret.head)) this.#add(text, at, secret.head.length);
    }
  }

  #compare(secret: IndexedSecret, { text, bytes, at }: Candidate): void {
    if (this.steps > this.#budget) return;
    const { head } = secret;
    let length = this.#sharedLength(head, bytes, at);
    if (length === head.length && length >= headBytes) {
      for (const spelling of secret.spellings)
        length = Math.max(length, this.#sharedLength(spelling, bytes, at));
    }
    const isLast = at + length === bytes.length && length >= this.#minLastBytes;
    if (length >= Math.min(head.length, headBytes) || isLast) this.#add(text, at, length);
  }

  #sharedLength(secret: Uint8Array, bytes: Uint8Array, at: number): number {
    const longest = Math.min(secret.length, bytes.length - at);
    let length = 0;
    while (length < longest && secret[length] === bytes[at + length]) length += 1;
    this.steps += length + 1;
    return length;
  }

  #add({ from, to }: DecodedText, at: number, length: number): void {
    this.#found.push({ from: from[at] ?? 0, to: to[at + length - 1] ?? 0 });
  }
}

/** A position at which a secret may start. */
interface Candidate {
  readonly text: DecodedText;
  /** Its bytes, folded. */
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** Returns whether a secret occurs at an index as a separate word. */
function isWord(bytes: Uint8Array, at: number, secret: Uint8Array): boolean {
  if (!secret.every((byte, index) => bytes[at + index] === byte)) return false;
  return !isLetter(bytes[at - 1]) && !isLetter(bytes[at + secret.length]);
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && /[\w\u0080-\u00ff]/.test(String.fromCharCode(byte));
}
