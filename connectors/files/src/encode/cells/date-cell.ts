import type { Vector } from "@duckdb/node-bindings";
import { DateWriter } from "../date-writer.js";
import { vectorBytes } from "../vector-bytes.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

/** Day count by which the engine means infinity; the negative one means minus infinity. */
const infinity = 0x7fff_ffff;

/** DATE as `YYYY-MM-DD`; the infinities as NULL. */
export class DateCell extends NullableCell {
  readonly #dates: DateWriter;
  #values = new Int32Array(0);

  /** @param options - Where and how to write */
  constructor(options: CellOptions) {
    super(options);
    this.#dates = new DateWriter(options.writer);
  }

  protected loadValues(vector: Vector, count: number): void {
    const { buffer, offset } = vectorBytes(vector, count * 4);
    this.#values = new Int32Array(buffer, offset, count);
  }

  protected writeValue(row: number): void {
    const { writer, notation } = this;
    const day = this.#values[row] ?? 0;
    if (Math.abs(day) === infinity) {
      writer.copy(notation.nothing);
      return;
    }
    writer.copy(notation.quote);
    this.#dates.write(day);
    writer.copy(notation.quote);
  }
}
