import { Buffer } from "node:buffer";
import type { ArrowField } from "@wellhead/contract/vocabulary";
import { ArrowBatchWriter, ArrowRowError } from "./arrow-batch-writer.js";
import type { ArrowColumn } from "./columns/arrow-column.js";
import { isNamed, type MemberSpan, parseText, skipSpace, visitMembers } from "./exact/scan-json.js";

/** Rows that are written as record batches. */
export class ArrowRows {
  readonly #writer: ArrowBatchWriter;
  readonly #columns: readonly ArrowColumn[];
  readonly #indexes: ReadonlyMap<string, number>;
  /** The names as JSON, for a comparison without parsing. */
  readonly #names: readonly Buffer[];

  /**
   * Starts a batch without rows.
   *
   * @param fields - The columns; no two have the same name
   */
  constructor(fields: readonly ArrowField[]) {
    const writer = new ArrowBatchWriter(fields);
    this.#writer = writer;
    this.#columns = fields.map((_field, index) => writer.columnAt(index));
    this.#indexes = new Map(fields.map(({ name }, index) => [name, index]));
    this.#names = fields.map(({ name }) => Buffer.from(JSON.stringify(name)));
  }

  /** Number of rows that have been appended since the last batch. */
  get rows(): number {
    return this.#writer.rows;
  }

  /** Approximate size of these rows in bytes. */
  get size(): number {
    return this.#columns.reduce((sum, column) => sum + column.size, 0);
  }

  /**
   * Appends rows.
   *
   * @param rows - Objects with the values by name
   * @throws ArrowRowError naming the column and the row
   */
  append(rows: readonly Readonly<Record<string, unknown>>[]): void {
    for (const row of rows) for (const name of Object.keys(row)) this.#indexOf(name);
    for (const [name, index] of this.#indexes) {
      const column = this.#writer.columnAt(index);
      this.#attempt(() => {
        for (const row of rows) column.append(Object.hasOwn(row, name) ? row[name] : null);
      });
    }
    this.#writer.rows += rows.length;
  }

  /**
   * Appends rows that are JSON already.
   *
   * @param source - Objects, with white space between them
   * @throws ArrowRowError naming the column and the row
   */
  appendLines(source: Buffer): void {
    let at = skipSpace(source, 0);
    while (at < source.length) {
      at = skipSpace(source, this.#appendLine(source, at));
    }
  }

  /**
   * Ends the batch.
   *
   * @param metadata - Facts about the batch. Default: none
   * @returns The record batch
   */
  take(metadata?: Readonly<Record<string, string>>): Uint8Array {
    return this.#writer.take(metadata).bytes;
  }

  #appendLine(source: Buffer, start: number): number {
    const row = this.rows;
    // Most rows have their columns in order.
    let next = 0;
    const end = this.#attempt(() =>
      visitMembers(source, start, (member) => {
        const name = this.#names[next];
        const isNext = name !== undefined && isNamed(source, member, name);
        const index = isNext ? next : this.#indexOf(nameOf(source, member));
        next = index + 1;
        const column = this.#writer.columnAt(index);
        // As in JSON, the last of several members with one name counts; a connector must not write them.
        if (column.length > row) refuse(nameOf(source, member));
        column.appendJson(source, member.start, member.end);
      }),
    );
    for (const column of this.#columns) if (column.length === row) column.appendNull();
    this.#writer.rows += 1;
    return end;
  }

  #indexOf(name: string): number {
    return this.#indexes.get(name) ?? refuse(name);
  }

  #attempt<Result>(append: () => Result): Result {
    try {
      return append();
    } catch (error) {
      throw this.#writer.explain(error);
    }
  }
}

function nameOf(source: Buffer, { nameStart, nameEnd }: MemberSpan): string {
  return parseText(source, nameStart, nameEnd);
}

function refuse(name: string): never {
  throw new ArrowRowError(
    `Could not write the rows as Arrow: the column "${name}" first appeared, or appeared again, after the schema was sent. Request JSON or NDJSON.`,
  );
}
