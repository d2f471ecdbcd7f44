import { Buffer } from "node:buffer";
import type { ArrowField } from "@wellhead/contract/vocabulary";
import type { ArrowColumn } from "./columns/arrow-column.js";
import { makeColumn } from "./columns/make-column.js";
import { type MemberSpan, parseText, skipSpace, visitMembers } from "./exact/scan-json.js";
import { ValueMismatch } from "./exact/value-mismatch.js";
import { batchMessage } from "./messages/messages.js";

/** A value that its column cannot hold, or a column that the schema does not have. */
export class ArrowRowError extends Error {
  override readonly name = "ArrowRowError";
}

/** Rows that are written as record batches. */
export class ArrowRows {
  readonly #fields: readonly ArrowField[];
  readonly #columns: readonly ArrowColumn[];
  readonly #indexes: ReadonlyMap<string, number>;
  /** The names as JSON, for a comparison without parsing. */
  readonly #names: readonly Buffer[];
  /** Number of rows of the batches before. */
  #before = 0;
  #rows = 0;

  /**
   * Starts a batch without rows.
   *
   * @param fields - The columns; no two have the same name
   */
  constructor(fields: readonly ArrowField[]) {
    this.#fields = fields;
    this.#columns = fields.map(({ type }) => makeColumn(type));
    this.#indexes = new Map(fields.map(({ name }, index) => [name, index]));
    this.#names = fields.map(({ name }) => Buffer.from(JSON.stringify(name)));
  }

  /** Number of rows that have been appended since the last batch. */
  get rows(): number {
    return this.#rows;
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
    for (const row of rows) {
      for (const name of Object.keys(row)) if (!this.#indexes.has(name)) this.#refuse(name);
    }
    for (const [index, column] of this.#columns.entries()) {
      const name = this.#fields[index]?.name ?? "";
      this.#attempt(
        () => index,
        () => {
          for (const row of rows) column.append(Object.hasOwn(row, name) ? row[name] : null);
        },
      );
    }
    this.#rows += rows.length;
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
    const parts = { nodes: [], buffers: [] };
    for (const column of this.#columns) column.collect(parts);
    const length = this.#rows;
    this.#before += length;
    this.#rows = 0;
    return batchMessage({ length, ...parts, ...(metadata !== undefined && { metadata }) });
  }

  #appendLine(source: Buffer, start: number): number {
    const row = this.#rows;
    let next = 0;
    let index = 0;
    const end = this.#attempt(
      () => index,
      () =>
        visitMembers(source, start, (member) => {
          index = this.#isName(source, member, next)
            ? next
            : this.#indexOf(parseText(source, member.nameStart, member.nameEnd));
          next = index + 1;
          const column = this.#columns[index];
          // As in JSON, the last of several members with one name counts; a connector must not write them.
          if (column === undefined || column.length > row) this.#refuse(this.#fields[index]?.name ?? "");
          else column.appendJson(source, member.start, member.end);
        }),
    );
    for (const column of this.#columns) if (column.length === row) column.appendNull();
    this.#rows += 1;
    return end;
  }

  /** Whether a name is that of a column. Most rows have their columns in order. */
  #isName(source: Buffer, { nameStart, nameEnd }: MemberSpan, index: number): boolean {
    const name = this.#names[index];
    if (name === undefined || name.length !== nameEnd - nameStart) return false;
    for (let at = 0; at < name.length; at += 1) if (name[at] !== source[nameStart + at]) return false;
    return true;
  }

  #indexOf(name: string): number {
    return this.#indexes.get(name) ?? this.#refuse(name);
  }

  #attempt<Result>(indexOf: () => number, append: () => Result): Result {
    try {
      return append();
    } catch (error) {
      if (!(error instanceof ValueMismatch)) throw error;
      const index = indexOf();
      const name = this.#fields[index]?.name ?? "";
      const row = this.#before + (this.#columns[index]?.length ?? 0) + 1;
      throw new ArrowRowError(
        `Could not write the column "${name}" as Arrow: row ${row} does not fit its type, ${error.message}. Request JSON or NDJSON.`,
        { cause: error },
      );
    }
  }

  #refuse(name: string): never {
    throw new ArrowRowError(
      `Could not write the rows as Arrow: the column "${name}" first appeared, or appeared again, after the schema was sent. Request JSON or NDJSON.`,
    );
  }
}
