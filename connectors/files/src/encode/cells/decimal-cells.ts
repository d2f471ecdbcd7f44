import type { Vector } from "@duckdb/node-bindings";
import { HugeVector } from "../huge-vector.js";
import { LongVector } from "../long-vector.js";
import { vectorBytes } from "../vector-bytes.js";
import { writeDecimal, writeWideDecimal } from "../write-decimal.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

/** Width and scale of a DECIMAL. */
export interface DecimalCellOptions extends CellOptions {
  /** Digits in all; it decides how the engine keeps the numbers. */
  readonly width: number;
  /** Digits behind the point. */
  readonly scale: number;
}

/**
 * Makes the cell of a DECIMAL column; every digit is written.
 *
 * @param options - Where and how to write, width and scale
 * @returns The cell
 */
export function decimalCell(options: DecimalCellOptions): NullableCell {
  if (options.width <= 9) return new NarrowDecimalCell(options);
  return options.width <= 18 ? new LongDecimalCell(options) : new HugeDecimalCell(options);
}

class NarrowDecimalCell extends NullableCell {
  readonly #scale: number;
  readonly #size: 2 | 4;
  #values: Int16Array | Int32Array = new Int32Array(0);

  constructor(options: DecimalCellOptions) {
    super(options);
    this.#scale = options.scale;
    this.#size = options.width <= 4 ? 2 : 4;
  }

  protected loadValues(vector: Vector, count: number): void {
    const { buffer, offset } = vectorBytes(vector, count * this.#size);
    const array = this.#size === 2 ? Int16Array : Int32Array;
    this.#values = new array(buffer, offset, count);
  }

  protected writeValue(row: number): void {
    writeDecimal(this.writer, this.#values[row] ?? 0, this.#scale);
  }
}

class LongDecimalCell extends NullableCell {
  readonly #scale: number;
  readonly #values = new LongVector();

  constructor(options: DecimalCellOptions) {
    super(options);
    this.#scale = options.scale;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count);
  }

  protected writeValue(row: number): void {
    const values = this.#values;
    if (values.isSafe(row)) writeDecimal(this.writer, values.number(row), this.#scale);
    else writeWideDecimal(this.writer, values.bigint(row), this.#scale);
  }
}

class HugeDecimalCell extends NullableCell {
  readonly #scale: number;
  readonly #values = new HugeVector(true);

  constructor(options: DecimalCellOptions) {
    super(options);
    this.#scale = options.scale;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count);
  }

  protected writeValue(row: number): void {
    writeWideDecimal(this.writer, this.#values.bigint(row), this.#scale);
  }
}
