import type { Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { DateWriter } from "./date-writer.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { vectorBytes } from "./vector-bytes.js";

/** Day count that represents infinity in the engine. Its negative represents minus infinity. */
const infinity = 0x7fff_ffff;

/** DATE as `YYYY-MM-DD`; the infinities as NULL. */
export class DateCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #dates: DateWriter;
  #values = new Int32Array(0);

  /** @param options - Where and how to write */
  constructor(options: CellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
    this.#dates = new DateWriter(options.writer);
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    const { buffer, offset } = vectorBytes(vector, count * 4);
    this.#values = new Int32Array(buffer, offset, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const { writer, notation } = this.#options;
    const day = this.#values[row] ?? 0;
    if (Math.abs(day) === infinity) {
      writer.append(notation.nothing);
      return;
    }
    const first = writer.length;
    writer.append(notation.quote);
    this.#dates.write(day);
    notation.endText(writer, first);
  }
}
