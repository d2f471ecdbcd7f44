import { encodeText } from "./decoded-text.js";
import { removeEscapes } from "./undo-encodings.js";

/** Number of characters of a secret that are read when it is added; the remainder is read once its start was found. */
const headCharacters = 96;

/** Maximum number of characters of a secret that are compared. No searched text has more. */
const maxCompared = 64 * 1024;

/** Number of bytes in the lookup key of a secret. */
const keyBytes = 4;

/** Minimum number of characters of a line of a secret that is found without the other lines. */
const minLineCharacters = 16;

/** Number of leading bytes that count as the secret, because a text may have been cut in the middle of it. */
export const headBytes = 24;

/** A secret with one spelling of its first bytes. */
export class IndexedSecret {
  /** The folded first bytes. */
  readonly head: Uint8Array;
  readonly #secret: string;
  #spellings: readonly Uint8Array[] | undefined;

  /**
   * @param secret - The secret
   * @param head - The folded first bytes
   * @param isWhole - Whether these are all of its bytes
   */
  constructor(secret: string, head: Uint8Array, isWhole: boolean) {
    this.#secret = secret;
    this.head = head;
    if (isWhole) this.#spellings = [head];
  }

  /** All bytes of the secret: unchanged, and without escapes. */
  get spellings(): readonly Uint8Array[] {
    this.#spellings ??= spellingsOf(this.#secret.slice(0, maxCompared));
    return this.#spellings;
  }
}

/** Finds the secrets that may start at a position of a text, in constant time. */
export class SecretIndex {
  /** The pairs of bytes that secrets start with, as a bit set. It alone rules out most positions of a text. */
  readonly #pairs = new Uint8Array(2 ** 13);
  readonly #long = new Map<number, IndexedSecret[]>();
  readonly #short = new Map<number, IndexedSecret[]>();

  /**
   * Adds a secret, and each of its lines: a text may have some lines of a private key only, or other characters between
   * them, as `inspect()` writes them.
   *
   * @param secret - Text to find from now on
   */
  add(secret: string): void {
    this.#add(secret);
    for (const line of linesOf(secret)) this.#add(line);
  }

  #add(secret: string): void {
    const isShort = secret.length <= headCharacters;
    const spellings = spellingsOf(isShort ? secret : secret.slice(0, headCharacters));
    // The first characters of a long secret with many escapes may have few bytes, and may end inside an escape.
    const isWhole = isShort || spellings.some(({ length }) => length < 2 * headBytes);
    const all = isWhole && !isShort ? spellingsOf(secret.slice(0, maxCompared)) : spellings;
    for (const bytes of all)
      this.#insert(new IndexedSecret(secret, isWhole ? bytes : bytes.subarray(0, headBytes), isWhole));
  }

  /**
   * @param bytes - Folded bytes of a text
   * @param at - An index in them
   * @returns Secrets of at least four bytes whose first four bytes occur there
   */
  longAt(bytes: Uint8Array, at: number): readonly IndexedSecret[] | undefined {
    const pair = pairAt(bytes, at);
    if (((this.#pairs[pair >> 3] ?? 0) & (1 << (pair & 7))) === 0) return undefined;
    return this.#long.get(keyAt(bytes, at));
  }

  /**
   * @param bytes - Folded bytes of a text
   * @param at - An index in them
   * @returns Secrets of fewer than four bytes whose first byte occurs there
   */
  shortAt(bytes: Uint8Array, at: number): readonly IndexedSecret[] | undefined {
    return this.#short.size === 0 ? undefined : this.#short.get(bytes[at] ?? 0);
  }

  #insert(secret: IndexedSecret): void {
    const { head } = secret;
    if (head.length === 0) return;
    if (head.length < keyBytes) {
      push(this.#short, head[0] ?? 0, secret);
      return;
    }
    const pair = pairAt(head, 0);
    this.#pairs[pair >> 3] = (this.#pairs[pair >> 3] ?? 0) | (1 << (pair & 7));
    push(this.#long, keyAt(head, 0), secret);
  }
}

/**
 * Maps bytes that encoders write in two ways to the same value: a space becomes `+` in a form, and a line feed may be
 * written as `\n`.
 *
 * @param bytes - Bytes of a text or of a secret
 * @returns The folded bytes
 */
export function fold(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) result[at] = folded[bytes[at] ?? 0] ?? 0;
  return result;
}

const folded = Uint8Array.from({ length: 256 }, (_unused, byte) => {
  const at = "\b\f\n\r\t+".indexOf(String.fromCharCode(byte));
  return at === -1 ? byte : "bfnrt ".charCodeAt(at);
});

/** Returns the folded bytes of a secret: unchanged and, where they differ, without escapes. */
function spellingsOf(secret: string): readonly Uint8Array[] {
  const plain = fold(Buffer.from(secret));
  if (!/[%&\\]/.test(secret)) return [plain];
  const unescaped = fold((removeEscapes(encodeText(secret)).at(-1) ?? { bytes: plain }).bytes);
  return Buffer.compare(plain, unescaped) === 0 ? [plain] : [plain, unescaped];
}

/** Returns the long lines of a secret that has several. A line may also end with an escape, as in JSON. */
function linesOf(secret: string): readonly string[] {
  const lines = secret.slice(0, maxCompared).split(/(?:\r|\n|\\+r|\\+n)+/);
  return lines.length === 1 ? [] : lines.filter(({ length }) => length >= minLineCharacters);
}

function pairAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function keyAt(bytes: Uint8Array, at: number): number {
  return pairAt(bytes, at) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

function push(map: Map<number, IndexedSecret[]>, key: number, secret: IndexedSecret): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [secret]);
  else list.push(secret);
}
