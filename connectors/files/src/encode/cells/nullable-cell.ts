import duckdb, { type Vector } from "@duckdb/node-bindings";
import type { ByteWriter } from "../byte-writer.js";
import type { Notation } from "../notation.js";
import type { Cell } from "./cell.js";

/** What every cell needs to write. */
export interface CellOptions {
  readonly writer: ByteWriter;
  readonly notation: Notation;
}

/** A cell that takes care of NULL. */
export abstract class NullableCell implements Cell {
  protected readonly writer: ByteWriter;
  protected readonly notation: Notation;
  #validity: Uint8Array | null = null;

  /** @param options - Where and how to write */
  constructor({ writer, notation }: CellOptions) {
    this.writer = writer;
    this.notation = notation;
  }

  load(vector: Vector, count: number): void {
    // One bit per value in words of 64 bits; no words at all when nothing is NULL.
    this.#validity = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8);
    this.loadValues(vector, count);
  }

  write(row: number): void {
    if (this.has(row)) this.writeValue(row);
    else this.writer.copy(this.notation.nothing);
  }

  /** Whether the value in a row is not NULL. */
  protected has(row: number): boolean {
    const validity = this.#validity;
    return validity === null || (((validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
  }

  /** Takes the values of a chunk. */
  protected abstract loadValues(vector: Vector, count: number): void;

  /** Writes a value that is not NULL. */
  protected abstract writeValue(row: number): void;
}
