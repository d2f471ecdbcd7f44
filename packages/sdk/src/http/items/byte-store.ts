import { upstreamInvalid } from "../../errors/upstream-errors.js";

/** Keeps bytes that came in pieces, up to a bound. */
export class ByteStore {
  readonly #most: number;
  readonly #what: string;
  #pieces: Uint8Array[] = [];
  #size = 0;

  /**
   * Begins empty.
   *
   * @param most - Bytes it holds at most
   * @param what - Where the bytes stand, for the sentence
   */
  constructor(most: number, what: string) {
    this.#most = most;
    this.#what = what;
  }

  /**
   * Keeps some bytes more.
   *
   * @param piece - The bytes
   * @throws ConnectorError `upstream_invalid` when they are too many
   */
  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#size += piece.length;
    if (this.#size > this.#most) {
      throw upstreamInvalid(`Read the answer: found more than ${this.#most} bytes ${this.#what}`);
    }
    this.#pieces.push(piece);
  }

  /**
   * Empties the store.
   *
   * @param last - Bytes that follow those it holds. Default: none
   * @returns All of them
   */
  take(last: Uint8Array = new Uint8Array()): Uint8Array {
    const all = this.#size === 0 ? last : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    this.#size = 0;
    return all;
  }
}
