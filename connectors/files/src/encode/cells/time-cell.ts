import type { Vector } from "@duckdb/node-bindings";
import type { Cell } from "./cell.js";
import { LongVector } from "./long-vector.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { writeFraction, writeTime } from "./write-time.js";

/** TIME as `HH:MM:SS`, with a fraction if it is not zero. */
export class TimeCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  readonly #values = new LongVector();

  /** @param options - Where and how to write */
  constructor(options: CellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    this.#values.load(vector, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const { writer, notation } = this.#options;
    const micros = this.#values.number(row);
    const second = Math.floor(micros / 1e6);
    const first = writer.length;
    writer.append(notation.quote);
    writeTime(writer, second);
    writeFraction(writer, micros - second * 1e6, 6);
    notation.endText(writer, first);
  }
}
