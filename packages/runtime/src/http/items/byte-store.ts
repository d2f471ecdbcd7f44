/** Buffers bytes that arrive in pieces. Its size is not limited; use a {@link ByteLimit} for that. */
export class ByteStore {
  #pieces: Uint8Array[] = [];

  /** @param piece - Bytes to append */
  add(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.push(piece);
  }

  /**
   * Returns the buffered bytes and empties the store.
   *
   * @param last - Bytes to append first. Default: none
   * @returns All bytes, in one piece
   */
  take(last: Uint8Array = new Uint8Array()): Uint8Array {
    const all = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    return all;
  }
}
