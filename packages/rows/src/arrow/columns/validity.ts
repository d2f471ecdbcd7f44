import { GrowingBits } from "./growing-bits.js";

/** Which values of a column are null. It is an object of its own because all columns share its form, which keeps it fast. */
export class Validity {
  /** Number of values. */
  length = 0;
  /** Number of nulls. */
  nullCount = 0;
  /** One bit for each value, which is 0 for a null. Empty if there is no null. */
  readonly #bits = new GrowingBits();

  /** Counts a value that is not null. */
  addValue(): void {
    if (this.nullCount > 0) this.#bits.put(1);
    this.length += 1;
  }

  /** Counts a null. */
  addNull(): void {
    if (this.nullCount === 0) for (let index = 0; index < this.length; index += 1) this.#bits.put(1);
    this.nullCount += 1;
    this.#bits.put(0);
    this.length += 1;
  }

  /**
   * Counts several values.
   *
   * @param count - How many
   * @param nulls - A byte for each, which is 1 for null. Default: none is null
   */
  addRun(count: number, nulls: Uint8Array | undefined): void {
    if (this.nullCount === 0 && (nulls === undefined || !nulls.includes(1))) this.length += count;
    else
      for (let index = 0; index < count; index += 1)
        if (nulls?.[index] === 1) this.addNull();
        else this.addValue();
  }

  /**
   * Returns the bits and starts anew.
   *
   * @returns The bytes; valid until the next value is added
   */
  take(): Uint8Array {
    this.length = 0;
    this.nullCount = 0;
    return this.#bits.take();
  }
}
