/** A random sample in which every row of a stream has the same probability, however long the stream is. */
export class RowSample {
  readonly #size: number;
  readonly #random: () => number;
  readonly #rows: unknown[] = [];
  #seen = 0;

  constructor(size: number, random: () => number = Math.random) {
    this.#size = size;
    this.#random = random;
  }

  /** The rows of the sample, in no particular order. */
  get rows(): readonly unknown[] {
    return this.#rows;
  }

  /** Offers one more row of the stream to the sample. */
  add(row: unknown): void {
    this.#seen += 1;
    if (this.#rows.length < this.#size) {
      this.#rows.push(row);
      return;
    }
    const place = Math.floor(this.#random() * this.#seen);
    if (place < this.#size) this.#rows[place] = row;
  }
}
