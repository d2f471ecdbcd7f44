import duckdb, { type Vector } from "@duckdb/node-bindings";
import { type ArrowParts, GrowingBytes } from "@wellhead/rows";
import { LongVector } from "../cells/long-vector.js";
import { VectorColumn } from "./vector-column.js";

/** Lists, and maps, which the engine stores as lists of pairs. */
export class ListColumn extends VectorColumn {
  readonly #offsets = new GrowingBytes();
  readonly #items: VectorColumn;
  // Offset and length of each list, alternating.
  readonly #entries = new LongVector();

  /** @param items - Column of the items */
  constructor(items: VectorColumn) {
    super();
    this.#items = items;
    this.#offsets.putInt32(0);
  }

  get size(): number {
    return this.#offsets.length + this.#items.size;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#entries.load(vector, count * 2);
    this.#items.load(duckdb.list_vector_get_child(vector), duckdb.list_vector_get_size(vector));
  }

  protected appendValues(from: number, to: number): void {
    const before = this.#items.length;
    let at = this.#offsets.reserve((to - from) * 4);
    let count = 0;
    // Items of consecutive lists are usually next to each other.
    let start = 0;
    let end = 0;
    for (let row = from; row < to; row += 1) {
      const length = this.isNull(row) ? 0 : this.#entries.number(row * 2 + 1);
      if (length > 0) {
        const first = this.#entries.number(row * 2);
        if (first !== end) {
          this.#items.append(start, end);
          start = first;
        }
        end = first + length;
      }
      count += length;
      this.#offsets.view.setInt32(at, before + count, true);
      at += 4;
    }
    this.#items.append(start, end);
  }

  protected collectValues(parts: ArrowParts): void {
    parts.buffers.push(this.#offsets.written());
    this.#items.collect(parts);
    this.#offsets.length = 0;
    this.#offsets.putInt32(0);
  }
}

/** Lists that all have the same length in the engine. */
export class ArrayColumn extends VectorColumn {
  readonly #offsets = new GrowingBytes();
  readonly #items: VectorColumn;
  readonly #each: number;

  /**
   * @param items - Column of the items
   * @param each - Number of items of a list
   */
  constructor(items: VectorColumn, each: number) {
    super();
    this.#items = items;
    this.#each = each;
    this.#offsets.putInt32(0);
  }

  get size(): number {
    return this.#offsets.length + this.#items.size;
  }

  protected loadValues(vector: Vector, count: number): void {
    this.#items.load(duckdb.array_vector_get_child(vector), count * this.#each);
  }

  protected appendValues(from: number, to: number): void {
    for (let row = from; row < to; row += 1) {
      if (!this.isNull(row)) this.#items.append(row * this.#each, (row + 1) * this.#each);
      this.#offsets.putInt32(this.#items.length);
    }
  }

  protected collectValues(parts: ArrowParts): void {
    parts.buffers.push(this.#offsets.written());
    this.#items.collect(parts);
    this.#offsets.length = 0;
    this.#offsets.putInt32(0);
  }
}

/** Objects of the same members. */
export class StructColumn extends VectorColumn {
  readonly #members: readonly VectorColumn[];

  /** @param members - Columns of the members */
  constructor(members: readonly VectorColumn[]) {
    super();
    this.#members = members;
  }

  get size(): number {
    return this.#members.reduce((sum, member) => sum + member.size, 0);
  }

  protected loadValues(vector: Vector, count: number): void {
    for (const [index, member] of this.#members.entries())
      member.load(duckdb.struct_vector_get_child(vector, index), count);
  }

  protected appendValues(from: number, to: number): void {
    for (const member of this.#members) member.append(from, to);
  }

  protected collectValues(parts: ArrowParts): void {
    for (const member of this.#members) member.collect(parts);
  }
}
