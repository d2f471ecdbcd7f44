/** Number of pieces after which they are joined. */
const maxPieces = 1024;

/**
 * Text that arrives in pieces. The pieces are joined now and then, because each takes memory of its own: a text in
 * pieces of one character would take many times its length.
 */
export class PendingText {
  #text = "";
  #pieces: string[] = [];
  #length = 0;

  /** Number of characters. */
  get length(): number {
    return this.#length;
  }

  /**
   * Appends text.
   *
   * @param piece - Any number of characters
   */
  add(piece: string): void {
    this.#length += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length < maxPieces) return;
    this.#text += this.#pieces.join("");
    this.#pieces = [];
  }

  /**
   * Returns the text and empties it.
   *
   * @returns All pieces, joined
   */
  take(): string {
    const all = this.#text + this.#pieces.join("");
    this.#text = "";
    this.#pieces = [];
    this.#length = 0;
    return all;
  }
}
