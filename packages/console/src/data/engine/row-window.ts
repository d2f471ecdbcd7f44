import type { ScannedRows } from "./row-scanner.js";

interface Stretch {
  readonly first: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Bounds of a {@link RowWindow}. */
export interface RowWindowOptions {
  readonly rows: number;
  readonly bytes: number;
}

/** The first rows of a stream, stored as the received bytes, up to a maximum number of rows and of bytes. */
export class RowWindow {
  readonly #stretches: Stretch[] = [];
  readonly #options: RowWindowOptions;
  #rows = 0;
  #bytes = 0;
  #full = false;

  constructor(options: RowWindowOptions) {
    this.#options = options;
  }

  /** Number of stored rows. */
  get length(): number {
    return this.#rows;
  }

  /**
   * Stores the rows that fit. After the first row that does not fit, no more are stored, so that the window has no
   * gaps.
   */
  add({ bytes, starts, ends }: ScannedRows): void {
    if (this.#full || starts.length === 0) return;
    const room = Math.min(starts.length, this.#options.rows - this.#rows);
    const fits = this.#rows === 0 || this.#bytes + bytes.length <= this.#options.bytes;
    this.#full = room < starts.length || !fits;
    if (room <= 0 || !fits) return;
    this.#stretches.push({
      first: this.#rows,
      bytes: bytes.slice(0, ends[room - 1]),
      starts: Uint32Array.from(starts.slice(0, room)),
      ends: Uint32Array.from(ends.slice(0, room)),
    });
    this.#rows += room;
    this.#bytes += bytes.length;
  }

  /** Returns the bytes of one row; `undefined` when it is not stored. */
  row(index: number): Uint8Array<ArrayBuffer> | undefined {
    const stretch = this.#stretchOf(index);
    if (stretch === undefined) return undefined;
    const at = index - stretch.first;
    return stretch.bytes.subarray(stretch.starts[at], stretch.ends[at]);
  }

  /** Yields all stored rows in chunks, each an array with the bytes of its rows. */
  *pieces(): Generator<Uint8Array<ArrayBuffer>[]> {
    for (const { bytes, starts, ends } of this.#stretches) {
      yield Array.from(starts, (start, at) => bytes.subarray(start, ends[at]));
    }
  }

  #stretchOf(index: number): Stretch | undefined {
    if (index < 0 || index >= this.#rows) return undefined;
    let [low, high] = [0, this.#stretches.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#stretches[middle]?.first ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return this.#stretches[low];
  }
}
