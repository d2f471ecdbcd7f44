import type { Vector } from "@duckdb/node-bindings";
import { DateWriter } from "../date-writer.js";
import { LongVector } from "../long-vector.js";
import { writeTime } from "../write-time.js";
import { type CellOptions, NullableCell } from "./nullable-cell.js";

/** What a {@link TimestampCell} reads. */
export interface TimestampCellOptions extends CellOptions {
  /** Units of the column in one second: 1, 1e3, 1e6 or 1e9. */
  readonly perSecond: number;
  /** Whether the column holds instants; they end in `Z`. */
  readonly zoned: boolean;
}

const secondsPerDay = 86_400;
const infinity = 2n ** 63n - 1n;

/** Timestamps as ISO 8601: instants in UTC with `Z`, naive ones without; the infinities as NULL. */
export class TimestampCell extends NullableCell {
  readonly #dates: DateWriter;
  readonly #values = new LongVector();
  readonly #perSecond: number;
  readonly #zoned: boolean;

  /** @param options - Where and how to write, unit and zone */
  constructor(options: TimestampCellOptions) {
    super(options);
    this.#dates = new DateWriter(options.writer);
    this.#perSecond = options.perSecond;
    this.#zoned = options.zoned;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#values.load(vector, count);
  }

  protected writeValue(row: number): void {
    const values = this.#values;
    const perSecond = this.#perSecond;
    if (values.isSafe(row)) {
      const value = values.number(row);
      const second = Math.floor(value / perSecond);
      this.#write(second, value - second * perSecond);
      return;
    }
    const value = values.bigint(row);
    if (value === infinity || value === -infinity) {
      this.writer.copy(this.notation.nothing);
      return;
    }
    const fraction = ((value % BigInt(perSecond)) + BigInt(perSecond)) % BigInt(perSecond);
    this.#write(Number((value - fraction) / BigInt(perSecond)), Number(fraction));
  }

  #write(second: number, fraction: number): void {
    const { writer, notation } = this;
    const day = Math.floor(second / secondsPerDay);
    writer.copy(notation.quote);
    this.#dates.write(day);
    writer.reserve(2);
    writer.bytes[writer.position++] = 0x54;
    writeTime(writer, second - day * secondsPerDay, fraction * (1e9 / this.#perSecond));
    writer.reserve(2);
    if (this.#zoned) writer.bytes[writer.position++] = 0x5a;
    writer.copy(notation.quote);
  }
}
