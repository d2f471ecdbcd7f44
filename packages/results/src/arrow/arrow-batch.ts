import { prologueBytes } from "./arrow-schema.js";
import { FlatTable } from "./flat-table.js";

/** The values of one node of a record batch. */
export interface ArrowVector {
  readonly length: number;
  readonly nullCount: number;
  /** A bit per value, which is 0 for null; only if some are null. */
  readonly validity: Uint8Array;
  /** Further buffers of the node, such as offsets and values, each at a multiple of eight. */
  readonly buffers: readonly Uint8Array[];
}

/** A record batch, whose buffers are not copied. */
export class ArrowBatchReader {
  readonly #nodes: readonly (readonly [number, number])[];
  readonly #buffers: readonly (readonly [number, number])[];
  readonly #body: Uint8Array;
  /** Whether its buffers are compressed. */
  readonly isCompressed: boolean;

  /** @param message - The message of the batch */
  constructor(message: Uint8Array) {
    const start = prologueBytes + new DataView(message.buffer, message.byteOffset).getInt32(4, true);
    const batch = FlatTable.of(message.subarray(prologueBytes, start)).table(2);
    this.#nodes = batch?.pairs(1) ?? [];
    this.#buffers = batch?.pairs(2) ?? [];
    this.isCompressed = batch?.has(3) ?? false;
    const body = message.subarray(start);
    // The arrays of numbers over a buffer need its alignment.
    this.#body = body.byteOffset % 8 === 0 ? body : new Uint8Array(body);
  }

  /**
   * Returns a node.
   *
   * @param node - Its index
   * @param buffer - Index of its first buffer
   * @param count - Number of its buffers
   * @returns Its values
   */
  vector(node: number, buffer: number, count: number): ArrowVector {
    const [length, nullCount] = this.#nodes[node] ?? [0, 0];
    const [validity = new Uint8Array(), ...buffers] = Array.from({ length: count }, (_unused, index) =>
      this.#bufferAt(buffer + index),
    );
    return { length, nullCount, validity, buffers };
  }

  #bufferAt(index: number): Uint8Array {
    const [offset, length] = this.#buffers[index] ?? [0, 0];
    if (offset < 0 || length < 0 || offset + length > this.#body.length)
      throw new RangeError("a buffer of the record batch is outside of it");
    return this.#body.subarray(offset, offset + length);
  }
}

/**
 * Reports whether a value is null.
 *
 * @param vector - The values
 * @param index - Its index
 * @returns Whether it is
 */
export function isNullAt({ nullCount, validity }: ArrowVector, index: number): boolean {
  return nullCount > 0 && (((validity[index >> 3] ?? 0) >> (index & 7)) & 1) === 0;
}
