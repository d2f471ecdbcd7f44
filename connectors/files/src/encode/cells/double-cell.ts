import type { Vector } from "@duckdb/node-bindings";
import { writeAscii, writeInteger } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { vectorBytes } from "./vector-bytes.js";
import { writeDecimal } from "./write-decimal.js";

/** DOUBLE with the fewest digits that read back as the same number; NaN and the infinities as NULL. */
export class DoubleCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  #values = new Float64Array(0);

  /** @param options - Where and how to write */
  constructor(options: CellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    const { buffer, offset } = vectorBytes(vector, count * 8);
    this.#values = new Float64Array(buffer, offset, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const value = this.#values[row] ?? 0;
    if (!Number.isFinite(value)) this.#options.writer.append(this.#options.notation.nothing);
    else if (Object.is(value, -0)) writeAscii(this.#options.writer, "-0.0");
    else if (Number.isSafeInteger(value)) writeInteger(this.#options.writer, value);
    else if (!writeShortDecimal(this.#options.writer, value)) writeAscii(this.#options.writer, String(value));
  }
}

/**
 * Maximum digits after the decimal point that are tried, and the largest value for which the calculation stays exact.
 */
const shortScale = 4;
const shortUnit = 10 ** shortScale;
const largestShort = 1e9;

/**
 * Writes a number with few digits after the decimal point, such as a price, without creating a string.
 *
 * The value is scaled to a whole number. If dividing that by the unit returns the value, the decimal denotes the value,
 * because the division yields the number nearest to the decimal.
 *
 * @returns Whether the value is such a number; if not, nothing is written
 */
function writeShortDecimal(writer: CellOptions["writer"], value: number): boolean {
  const parts = Math.round(value * shortUnit);
  if (Math.abs(value) > largestShort || parts / shortUnit !== value) return false;
  let scale = shortScale;
  let rest = parts;
  while (rest % 10 === 0) {
    rest /= 10;
    scale--;
  }
  writeDecimal(writer, rest, scale);
  return true;
}
