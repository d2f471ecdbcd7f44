import { encodeText } from "./decoded-text.js";
import { removeEscapes } from "./remove-escapes.js";

/** Characters of a secret that are read when it is added; the remainder is read once its beginning was found. */
const headCharacters = 96;

/** Bytes of a secret that are compared at most. No text that is searched has more. */
const maxCompared = 64 * 1024;

/** Bytes by which secrets are looked up. */
const keyBytes = 4;

/** Bytes after which the beginning of a longer secret counts as the secret: a text may have been cut in the middle. */
export const headBytes = 24;

/** A secret, or one of the spellings its first bytes have. */
export class IndexedSecret {
  /** Its first bytes, folded. */
  readonly head: Uint8Array;
  readonly #secret: string;
  #spellings: readonly Uint8Array[] | undefined;

  /**
   * @param secret - The secret
   * @param head - Its first bytes, folded
   * @param isWhole - Whether these are all
   */
  constructor(secret: string, head: Uint8Array, isWhole: boolean) {
    this.#secret = secret;
    this.head = head;
    if (isWhole) this.#spellings = [head];
  }

  /** All its bytes: as it is, and without escapes. */
  get spellings(): readonly Uint8Array[] {
    this.#spellings ??= spellingsOf(this.#secret.slice(0, maxCompared));
    return this.#spellings;
  }
}

/** Finds the secrets that may begin at a place of a text, in constant time. */
export class SecretIndex {
  /** Which pairs of bytes a secret begins with; most places of a text are passed over by this alone. */
  readonly #pairs = new Uint8Array(2 ** 13);
  readonly #long = new Map<number, IndexedSecret[]>();
  readonly #short = new Map<number, IndexedSecret[]>();

  /** @param secret - Text to find from now on */
  add(secret: string): void {
    const isShort = secret.length <= headCharacters;
    const spellings = spellingsOf(isShort ? secret : secret.slice(0, headCharacters));
    // A long secret full of escapes may have few bytes in so many characters, and the last may be half an escape.
    const isWhole = isShort || spellings.some(({ length }) => length < 2 * headBytes);
    const all = isWhole && !isShort ? spellingsOf(secret.slice(0, maxCompared)) : spellings;
    for (const bytes of all)
      this.#insert(new IndexedSecret(secret, isWhole ? bytes : bytes.subarray(0, headBytes), isWhole));
  }

  /**
   * @param bytes - Folded bytes of a text
   * @param at - A place in it
   * @returns Secrets of at least four bytes whose first four stand there
   */
  longAt(bytes: Uint8Array, at: number): readonly IndexedSecret[] | undefined {
    const pair = pairAt(bytes, at);
    if (((this.#pairs[pair >> 3] ?? 0) & (1 << (pair & 7))) === 0) return undefined;
    return this.#long.get(keyAt(bytes, at));
  }

  /**
   * @param bytes - Folded bytes of a text
   * @param at - A place in it
   * @returns Secrets of fewer than four bytes whose first byte stands there
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
 * Makes bytes that encoders write in two ways equal: a space is `+` in a form, a line feed may be written `\n`.
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

/** The bytes of a secret, folded: as it is and, where that differs, without escapes. */
function spellingsOf(secret: string): readonly Uint8Array[] {
  const plain = fold(Buffer.from(secret));
  if (!/[%&\\]/.test(secret)) return [plain];
  const unescaped = fold((removeEscapes(encodeText(secret)).at(-1) ?? { bytes: plain }).bytes);
  return Buffer.compare(plain, unescaped) === 0 ? [plain] : [plain, unescaped];
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
