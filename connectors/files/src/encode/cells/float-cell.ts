import type { Vector } from "@duckdb/node-bindings";
import { shortestSingle, writeAscii } from "@wellhead/rows";
import type { Cell } from "./cell.js";
import { type CellOptions, Nulls } from "./nulls.js";
import { vectorBytes } from "./vector-bytes.js";

/** FLOAT (32 bits) with the fewest digits that read back as the same number; NaN and the infinities as NULL. */
export class FloatCell implements Cell {
  readonly #options: CellOptions;
  readonly #nulls: Nulls;
  #values = new Float32Array(0);

  /** @param options - Where and how to write */
  constructor(options: CellOptions) {
    this.#options = options;
    this.#nulls = new Nulls(options);
  }

  load(vector: Vector, count: number): void {
    this.#nulls.load(vector, count);
    const { buffer, offset } = vectorBytes(vector, count * 4);
    this.#values = new Float32Array(buffer, offset, count);
  }

  write(row: number): void {
    if (this.#nulls.write(row)) return;
    const value = this.#values[row] ?? 0;
    if (Number.isFinite(value)) writeAscii(this.#options.writer, shortest(value));
    else this.#options.writer.append(this.#options.notation.nothing);
  }
}

function shortest(value: number): string {
  return Object.is(value, -0) ? "-0.0" : String(shortestSingle(value));
}
