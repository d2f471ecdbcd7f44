import { createHash } from "node:crypto";
import type { EncodedBatch } from "@wellhead/sdk";

/** A prefix of the text of the rows, represented by its length and a digest. */
export class RowPrefix {
  readonly #separator: Buffer;
  readonly #hash = createHash("sha256");
  #size = 0;
  #rows = 0;
  #digest: string | undefined;

  /** @param separator - Text after every row */
  constructor(separator: string) {
    this.#separator = Buffer.from(separator);
  }

  /** Length of the prefix in bytes, including a separator after the last row. */
  get size(): number {
    return this.#size;
  }

  /** @param batch - Further rows */
  add({ bytes, rows }: EncodedBatch): void {
    this.#take(bytes);
    this.#take(this.#separator);
    this.#rows += rows;
  }

  /**
   * Adds rows up to the size of another prefix. If a batch ends between a row and its separator, the texts differ, and
   * this prefix becomes longer than the other.
   *
   * @param batch - Further rows
   * @param whole - The other prefix, which is longer
   * @returns The rows after the other prefix; `undefined` when the whole batch was needed
   */
  takeFrom(batch: EncodedBatch, whole: RowPrefix): EncodedBatch | undefined {
    const { bytes, rows } = batch;
    const missing = whole.size - this.#size;
    if (missing > bytes.length) {
      this.add(batch);
      batch.release?.();
      return undefined;
    }
    this.#take(bytes.subarray(0, missing));
    const left = this.#rows + rows - whole.#rows;
    this.#rows = whole.#rows;
    return { ...batch, bytes: bytes.subarray(missing), rows: left };
  }

  /**
   * @param other - Another prefix; nothing may be added to either afterwards
   * @returns Whether both are the same text
   */
  equals(other: RowPrefix): boolean {
    return this.#sum() === other.#sum();
  }

  #take(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  #sum(): string {
    this.#digest ??= this.#hash.digest("hex");
    return this.#digest;
  }
}
