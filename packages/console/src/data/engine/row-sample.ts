/** A sample in which every row of a stream has the same chance, however long the stream gets. */
export class RowSample {
  readonly #size: number;
  readonly #random: () => number;
  readonly #rows: unknown[] = [];
  #seen = 0;

  constructor(size: number, random: () => number = Math.random) {
    this.#size = size;
    this.#random = random;
  }

  /** The rows of the sample, in no order. */
  get rows(): readonly unknown[] {
    return this.#rows;
  }

  /** Shows the sample one more row of the stream. */
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
