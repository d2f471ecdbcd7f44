import type { Vector } from "@duckdb/node-bindings";
import { writeInteger } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { vectorBytes } from "./vector-bytes.js";

/** Typed arrays of whole numbers that JavaScript holds exactly. */
export type IntegerArray = Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** Options of an {@link IntegerCell}. */
export interface IntegerCellOptions extends CellOptions {
  /** Typed array of the column's width and sign. */
  readonly array: {
    readonly BYTES_PER_ELEMENT: number;
    new (buffer: ArrayBuffer, offset: number, length: number): IntegerArray;
  };
}

/** Whole numbers of 8, 16 and 32 bits. */
export class IntegerCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #array: IntegerCellOptions["array"];
  #values: IntegerArray = new Int8Array(0);

  /** @param options - Where and how to write, and the width */
  constructor(options: IntegerCellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#array = options.array;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    const { buffer, offset } = vectorBytes(vector, count * this.#array.BYTES_PER_ELEMENT);
    this.#values = new this.#array(buffer, offset, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    writeInteger(this.#options.writer, this.#values[row] ?? 0);
  }
}
