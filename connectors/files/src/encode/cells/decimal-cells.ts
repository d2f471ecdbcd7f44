import type { Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { HugeVector } from "./huge-vector.js";
import { LongVector } from "./long-vector.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { vectorBytes } from "./vector-bytes.js";
import { writeDecimal, writeWideDecimal } from "./write-decimal.js";

/** Width and scale of a DECIMAL. */
export interface DecimalCellOptions extends CellOptions {
  /** Total number of digits. It determines the size in which the engine stores the numbers. */
  readonly width: number;
  /** Digits after the decimal point. */
  readonly scale: number;
}

/**
 * Creates the cell of a DECIMAL column, which writes every digit.
 *
 * @param options - Where and how to write, width and scale
 * @returns The cell
 */
export function decimalCell(options: DecimalCellOptions): Cell {
  if (options.width <= 9) return new NarrowDecimalCell(options);
  return options.width <= 18 ? new LongDecimalCell(options) : new HugeDecimalCell(options);
}

class NarrowDecimalCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #scale: number;
  readonly #size: 2 | 4;
  #values: Int16Array | Int32Array = new Int32Array(0);

  constructor(options: DecimalCellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#scale = options.scale;
    this.#size = options.width <= 4 ? 2 : 4;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    const { buffer, offset } = vectorBytes(vector, count * this.#size);
    const array = this.#size === 2 ? Int16Array : Int32Array;
    this.#values = new array(buffer, offset, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    writeDecimal(this.#options.writer, this.#values[row] ?? 0, this.#scale);
  }
}

class LongDecimalCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #scale: number;
  readonly #values = new LongVector();

  constructor(options: DecimalCellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#scale = options.scale;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#values.load(vector, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const values = this.#values;
    if (values.isSafe(row)) writeDecimal(this.#options.writer, values.number(row), this.#scale);
    else writeWideDecimal(this.#options.writer, values.bigint(row), this.#scale);
  }
}

class HugeDecimalCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #scale: number;
  readonly #values = new HugeVector(true);

  constructor(options: DecimalCellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#scale = options.scale;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#values.load(vector, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    writeWideDecimal(this.#options.writer, this.#values.bigint(row), this.#scale);
  }
}
