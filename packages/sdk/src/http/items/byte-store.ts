/** Keeps bytes that came in pieces. How many they may be is for a {@link ByteLimit} to say. */
export class ByteStore {
  #pieces: Uint8Array[] = [];

  /** @param piece - Bytes to keep after those it holds */
  add(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.push(piece);
  }

  /**
   * Empties the store.
   *
   * @param last - Bytes that follow those it holds. Default: none
   * @returns All of them
   */
  take(last: Uint8Array = new Uint8Array()): Uint8Array {
    const all = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    return all;
  }
}
