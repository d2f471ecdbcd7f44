import type { Vector } from "@duckdb/node-bindings";
import { vectorBytes } from "../vector-bytes.js";
import { writeInteger } from "../write-integer.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

/** Typed arrays of whole numbers that JavaScript holds exactly. */
export type IntegerArray = Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** What an {@link IntegerCell} reads. */
export interface IntegerCellOptions extends CellOptions {
  /** Typed array of the column's width and sign. */
  readonly array: {
    readonly BYTES_PER_ELEMENT: number;
    new (buffer: ArrayBuffer, offset: number, length: number): IntegerArray;
  };
}

/** Whole numbers of 8, 16 and 32 bits. */
export class IntegerCell extends NullableCell {
  readonly #array: IntegerCellOptions["array"];
  #values: IntegerArray = new Int8Array(0);

  /** @param options - Where and how to write, and the width */
  constructor(options: IntegerCellOptions) {
    super(options);
    this.#array = options.array;
  }

  protected loadValues(vector: Vector, count: number): void {
    const { buffer, offset } = vectorBytes(vector, count * this.#array.BYTES_PER_ELEMENT);
    this.#values = new this.#array(buffer, offset, count);
  }

  protected writeValue(row: number): void {
    writeInteger(this.writer, this.#values[row] ?? 0);
  }
}
