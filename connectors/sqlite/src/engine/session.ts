import { Buffer, isUtf8 } from "node:buffer";
import { statSync } from "node:fs";
import type { RowEncoding } from "@wellhead/sdk";
import { findInvalidText, TextCodec } from "@wellhead/sql/engine-program";
import { valueKind } from "../catalogue/value-kind.js";
import type { EngineRequest, EngineStatement, ResultColumn, RowsRequest } from "../process/messages.js";
import { CsvWriter } from "../write/csv-writer.js";
import { decodeTexts } from "../write/decode-texts.js";
import { finishJson } from "../write/finish-json.js";
import { type RowColumn, rowSql } from "../write/row-sql.js";
import { replaceBinaryLiterals } from "./binary-literals.js";
import { type DatabaseHandle, openDatabase, readCell, readRow } from "./database-handle.js";
import { inspectStatement } from "./inspect-statement.js";
import { isPaged, pageSql } from "./page-sql.js";
import { readPages } from "./read-pages.js";
import { readRows, rowsSql } from "./read-rows.js";
import { resultColumns } from "./result-columns.js";
import type { RawBatch, RowSource } from "./row-source.js";
import { type TextEncoding, textEncoding, utf8 } from "./text-encoding.js";

/** How a file is opened. */
export type SessionOptions = Pick<EngineRequest, "limits" | "textEncoding">;

/** One statement on one open file, until it is closed. */
export class Session {
  readonly handle: DatabaseHandle;
  readonly #file: string;
  readonly #encoding: TextEncoding;
  /** Reads the text of a file that is in UTF-8 by its own word only. */
  readonly #codec: TextCodec | undefined;
  /** The statement as it is run. */
  readonly #sql: string;

  /**
   * Opens the file and begins to read, so that all that follows sees the same state of it.
   *
   * @param statement - File and statement
   * @param options - What the engine may take, and how text is read
   */
  constructor({ file, sql }: EngineStatement, { limits, textEncoding: name }: SessionOptions) {
    this.#file = file;
    this.#sql = replaceBinaryLiterals(sql);
    this.handle = openDatabase(file, limits);
    this.handle.exec("begin");
    this.#encoding = textEncoding(this.handle);
    if (name !== undefined && this.#encoding === utf8) this.#codec = new TextCodec(name);
  }

  /**
   * Compiles and inspects the statement.
   *
   * @param request - The statement
   * @returns Its columns
   * @throws RefusedError when it does more than read
   * @throws SqliteError when it cannot be compiled
   */
  check(request: RowsRequest): readonly ResultColumn[] {
    inspectStatement(this.handle, this.#sql);
    const columns = resultColumns(this.handle, request.sql);
    // What is run is another statement around it: one that holds more than one does not compile there.
    const row = rowSql([], { format: "json", isStored: false, isRaw: false });
    inspectStatement(
      this.handle,
      rowsSql({ request: this.#request(request), columnCount: columns.length, row }),
    );
    return columns;
  }

  /**
   * Fills in what columns without a declared type hold, from the first row.
   *
   * @param request - The statement
   * @param columns - Its columns
   * @returns The columns
   */
  withKinds(request: RowsRequest, columns: readonly ResultColumn[]): readonly ResultColumn[] {
    if (columns.every(({ declared }) => declared !== null)) return columns;
    const row = `json_array(${columns.map((_, index) => `typeof("c${index}")`).join(", ")})`;
    const sql = rowsSql({ request: this.#request(request), columnCount: columns.length, row });
    const cell = readCell(this.handle, sql, [...request.parameters, { integer: "1" }, { integer: "0" }]);
    // The statement made an array of names of storage classes.
    const classes =
      cell === undefined
        ? []
        : (JSON.parse(this.#encoding.decode(Buffer.from(cell)).toString()) as readonly string[]);
    return columns.map((column, index) => ({
      ...column,
      declared: column.declared ?? classes[index] ?? null,
    }));
  }

  /**
   * Reads the rows.
   *
   * @param request - The statement and the page
   * @param columns - Its columns
   * @param encoding - How the rows are wanted
   * @returns Finished batches
   */
  *rows(request: RowsRequest, columns: readonly ResultColumn[], encoding: RowEncoding): Generator<RawBatch> {
    const { format } = encoding;
    const csv = format === "csv" ? new CsvWriter(writtenColumns(request, columns), encoding) : undefined;
    const before = this.#fingerprint();
    let seen = request.skip;
    for (const { bytes, rows } of this.#source(request, columns, encoding)) {
      const decoded = this.#encoding.decode(bytes);
      const whole = this.#codec === undefined ? decoded : decodeTexts(decoded, this.#codec);
      const finished = csv === undefined ? finishJson(whole) : csv.write(whole);
      if (!isUtf8(finished)) {
        const names = columns.map(({ name }) => name);
        const { row, column } = findInvalidText(finished, { format, columns: names });
        throw invalidText(`row ${seen + row + 1} holds text in column "${column}"`, this.#codec);
      }
      seen += rows;
      yield { bytes: finished, rows };
    }
    if (before !== this.#fingerprint()) {
      throw Object.assign(new Error("the file was overwritten while it was read"), {
        code: "REFUSED_CHANGED",
      });
    }
  }

  /** Ends the reading and lets go of the file. */
  close(): void {
    if (this.handle.inTransaction) this.handle.exec("rollback");
    this.handle.close();
  }

  #source(request: RowsRequest, columns: readonly ResultColumn[], encoding: RowEncoding): RowSource {
    const { format } = encoding;
    const options = {
      handle: this.handle,
      request: this.#request(request),
      columnCount: columns.length,
      row: rowSql(writtenColumns(request, columns), {
        format,
        isStored: request.keyed,
        isRaw: this.#codec !== undefined,
      }),
      separator: format === "csv" ? "\n" : encoding.separator,
      encoding: this.#encoding,
    };
    return request.keyed && isPaged(this.handle, pageSql(options), "page")
      ? readPages(options)
      : readRows(options);
  }

  #request(request: RowsRequest): RowsRequest {
    return { ...request, sql: this.#sql };
  }

  /** Nobody who keeps SQLite's locks writes the file while it is read, but for checkpoints of a write-ahead log. */
  #fingerprint(): string {
    if (readRow(this.handle.prepare("pragma journal_mode"))[0] === "wal") return "wal";
    const { mtimeMs, size } = statSync(this.#file);
    return `${mtimeMs} ${size}`;
  }
}

/** The columns of the rows: a row number at the end is not one of them. */
function writtenColumns(request: RowsRequest, columns: readonly ResultColumn[]): readonly RowColumn[] {
  const shown = request.keyed ? columns.slice(0, -1) : columns;
  return shown.map(({ name, declared }) => ({ name, kind: valueKind(declared) }));
}

/**
 * Answers a question of the connector's own, which is not inspected.
 *
 * @param statement - A statement whose first column is one cell of JSON
 * @param options - What the engine may take
 * @returns The value of the cell
 * @throws Error with the code `INVALID_TEXT` when the file holds text that is not UTF-8
 */
export function answerQuestion(statement: EngineStatement, { limits }: SessionOptions): unknown {
  const handle = openDatabase(statement.file, limits);
  try {
    const cell = readCell(handle, `select cast((${statement.sql}) as blob)`, statement.parameters);
    if (cell === undefined) return null;
    const bytes = textEncoding(handle).decode(Buffer.from(cell));
    if (!isUtf8(bytes)) throw invalidText("it holds a name or a value", undefined);
    const value: unknown = JSON.parse(bytes.toString());
    return value;
  } finally {
    handle.close();
  }
}

function invalidText(what: string, codec: TextCodec | undefined): Error {
  return Object.assign(new Error(`${what} that is not ${codec?.encoding ?? "UTF-8"}`), {
    code: "INVALID_TEXT",
  });
}
