import type { Vector } from "@duckdb/node-bindings";
import { writeDigits } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { DateWriter } from "./date-writer.js";
import { LongVector } from "./long-vector.js";
import { Memo } from "./memo.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { writeFraction, writeTime } from "./write-time.js";

/** Options of a {@link TimestampCell}. */
export interface TimestampCellOptions extends CellOptions {
  /** Units of the column in one second: 1, 1e3, 1e6 or 1e9. */
  readonly perSecond: number;
  /** Whether the column holds instants; they end in `Z`. */
  readonly zoned: boolean;
}

const minutesPerDay = 1440;
const secondsLength = 2;
const separator = 0x54;
const zulu = 0x5a;
const infinity = 2n ** 63n - 1n;

/** Timestamps as ISO 8601: instants in UTC with `Z`, timestamps without a zone without it; the infinities as NULL. */
export class TimestampCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #dates: DateWriter;
  readonly #values = new LongVector();
  readonly #perSecond: number;
  readonly #digits: number;
  readonly #zoned: boolean;
  readonly #last = new Memo();

  /** @param options - Where and how to write, unit and zone */
  constructor(options: TimestampCellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#dates = new DateWriter(options.writer);
    this.#perSecond = options.perSecond;
    this.#digits = Math.log10(options.perSecond);
    this.#zoned = options.zoned;
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#values.load(vector, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
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
      this.#options.writer.append(this.#options.notation.nothing);
      return;
    }
    const fraction = ((value % BigInt(perSecond)) + BigInt(perSecond)) % BigInt(perSecond);
    this.#write(Number((value - fraction) / BigInt(perSecond)), Number(fraction));
  }

  #write(second: number, fraction: number): void {
    const { writer, notation } = this.#options;
    const minute = Math.floor(second / 60);
    const first = writer.length;
    writer.append(notation.quote);
    if (this.#last.has(minute)) writer.append(this.#last);
    else this.#writeMinute(minute);
    writer.reserve(16);
    writeDigits(writer, second - minute * 60, 2);
    writeFraction(writer, fraction, this.#digits);
    if (this.#zoned) writer.bytes[writer.length++] = zulu;
    notation.endText(writer, first);
  }

  /** Writes date, hour and minute, and caches them, because neighbouring rows often share them. */
  #writeMinute(minute: number): void {
    const { writer } = this.#options;
    writer.reserve(32);
    const begin = writer.length;
    const day = Math.floor(minute / minutesPerDay);
    this.#dates.write(day);
    writer.put(separator);
    writeTime(writer, (minute - day * minutesPerDay) * 60);
    writer.length -= secondsLength;
    this.#last.keep(minute, writer, begin);
  }
}
