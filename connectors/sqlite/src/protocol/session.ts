import { Buffer, isUtf8 } from "node:buffer";
import { statSync } from "node:fs";
import type { RowEncoding } from "@wellhead/sdk";
import { TextCodec } from "@wellhead/sql/text-codec";
import { decodeTexts } from "../encode/decode-texts.js";
import { finishJson } from "../encode/finish-json.js";
import { quoteText } from "../encode/quote-text.js";
import { type RowColumn, rowSql } from "../encode/row-sql.js";
import { valueKind } from "../encode/value-kind.js";
import { type DatabaseHandle, openDatabase, readCell, readRow } from "./database-handle.js";
import { inspectStatement, replaceBinaryLiterals } from "./inspect-statement.js";
import type { EngineRequest, EngineStatement, ResultColumn, RowsRequest } from "./messages.js";
import { PageReader, type PageReaderOptions } from "./page-reader.js";
import { isPaged, pageSql } from "./page-sql.js";
import type { ArrowPages } from "./read-arrow.js";
import { readPages } from "./read-pages.js";
import { readRows, rowsSql } from "./read-rows.js";
import { RefusedError } from "./refused-error.js";
import { batchSize, type RawBatch, type RowSource } from "./row-source.js";
import { type TextEncoding, textEncoding, utf8 } from "./text-encoding.js";

/** How to open a file. */
export type SessionOptions = Pick<EngineRequest, "limits" | "textEncoding">;

/** Maximum number of columns, with the row number. SQLite allows 2000 cells, of which a column of Arrow needs up to two. */
const maxArrowColumns = 500;
/** Maximum number of rows of a page of text. */
const maxPageRows = 5000;

/** A statement on an open file. */
export class Session {
  readonly handle: DatabaseHandle;
  readonly #file: string;
  readonly #encoding: TextEncoding;
  /** Decodes the text of a file that wrongly declares UTF-8. */
  readonly #codec: TextCodec | undefined;
  /** The statement as executed. */
  readonly #sql: string;

  /**
   * Opens the file and begins a transaction, so that all reads see the same state of it.
   *
   * @param statement - The file and the statement
   * @param options - The limits of the engine, and the encoding of the text
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
   * @throws RefusedError when the statement does more than read
   * @throws SqliteError when it cannot be compiled
   */
  check(request: RowsRequest): readonly ResultColumn[] {
    inspectStatement(this.handle, this.#sql);
    const columns = resultColumns(this.handle, request.sql);
    // The statement that is executed wraps this one. Several statements in one do not compile inside it.
    const row = rowSql([], { format: "json", isStored: false, isRaw: false });
    inspectStatement(
      this.handle,
      rowsSql({ request: this.#request(request), columnCount: columns.length, row }),
    );
    return columns;
  }

  /**
   * Sets the declared type of columns that have none, from the values of the first row.
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
    // The cast is safe: the statement builds an array of storage class names.
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
   * Reads the rows. What only CSV and errors need is loaded here, because an engine starts much faster without it.
   *
   * @param request - The statement and the page
   * @param columns - The columns of the statement
   * @param encoding - The requested format
   * @returns Finished batches
   */
  async *rows(
    request: RowsRequest,
    columns: readonly ResultColumn[],
    encoding: RowEncoding,
  ): AsyncGenerator<RawBatch> {
    const { format } = encoding;
    const { CsvWriter } = format === "csv" ? await import("../encode/csv-writer.js") : {};
    const csv =
      CsvWriter === undefined ? undefined : new CsvWriter(writtenColumns(request, columns), encoding);
    const checkUnchanged = this.#watchFile();
    let seen = request.skip;
    for (const { bytes, rows } of this.#source(request, columns, encoding)) {
      const decoded = this.#encoding.decode(bytes);
      const whole = this.#codec === undefined ? decoded : decodeTexts(decoded, this.#codec);
      const finished = csv === undefined ? finishJson(whole) : csv.write(whole);
      if (!isUtf8(finished)) {
        const { findInvalidText } = await import("@wellhead/sql/find-invalid-text");
        const names = columns.map(({ name }) => name);
        const { row, column } = findInvalidText(finished, { format, columns: names });
        throw invalidText(`row ${seen + row + 1} holds text in column "${column}"`, this.#codec);
      }
      seen += rows;
      yield { bytes: finished, rows };
    }
    checkUnchanged();
  }

  /**
   * Reports whether {@link arrow} can read the rows.
   *
   * @param request - The statement and the page
   * @param columns - The columns of the statement
   * @returns Whether the statement is read page by page, and its text is UTF-8
   */
  hasArrow(request: RowsRequest, columns: readonly ResultColumn[]): boolean {
    if (!request.keyed || request.declared === undefined) return false;
    if (this.#encoding !== utf8 || this.#codec !== undefined) return false;
    const columnCount = columns.length;
    const aggregates = columns.map((_column, index) => `max("c${index}")`);
    const sql = pageSql({ request: this.#request(request), columnCount, aggregates });
    return columnCount <= maxArrowColumns && isPaged(this.handle, sql, "page");
  }

  /**
   * Reads the rows as record batches of Arrow. What only these need is loaded here.
   *
   * @param request - The statement and the page
   * @param columns - The columns of the statement
   * @returns The types of the columns, and the record batches
   */
  async arrow(request: RowsRequest, columns: readonly ResultColumn[]): Promise<ArrowPages> {
    const { readArrow } = await import("./read-arrow.js");
    const checkUnchanged = this.#watchFile();
    const { types, batches } = readArrow({
      handle: this.handle,
      request: this.#request(request),
      columnCount: columns.length,
      columns: writtenColumns(request, columns),
      declared: request.declared ?? [],
      notUtf8: (row, column) => invalidText(`row ${row} holds text in column "${column}"`, undefined),
    });
    return {
      types,
      *batches() {
        yield* batches();
        checkUnchanged();
      },
    };
  }

  /** Ends the transaction and closes the file. */
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
    const cell = `cast(group_concat(${options.row}, ${quoteText(options.separator)}) as blob)`;
    const pages = { ...options, aggregates: [cell] };
    return request.keyed && isPaged(this.handle, pageSql(pages), "page")
      ? textPages(pages)
      : readRows(options);
  }

  #request(request: RowsRequest): RowsRequest {
    return { ...request, sql: this.#sql };
  }

  /** Returns a function that throws if the file was overwritten since. */
  #watchFile(): () => void {
    const before = this.#fingerprint();
    return () => {
      if (before === this.#fingerprint()) return;
      throw Object.assign(new Error("the file was overwritten while it was read"), {
        code: "REFUSED_CHANGED",
      });
    };
  }

  /**
   * Returns a fingerprint of the file. It changes when a program that ignores SQLite's locks overwrites the file during
   * a read. With a write-ahead log it is constant, because checkpoints may write the file.
   */
  #fingerprint(): string {
    if (readRow(this.handle.prepare("pragma journal_mode"))[0] === "wal") return "wal";
    const { mtimeMs, size } = statSync(this.#file);
    return `${mtimeMs} ${size}`;
  }
}

/** Reads pages whose only cell has the text of all rows. */
function* textPages(options: PageReaderOptions): Generator<RawBatch> {
  const { request } = options;
  const reader = new PageReader(options);
  for (const { cells, rows } of readPages({ request, reader, maxRows: maxPageRows, maxBytes: batchSize })) {
    const [bytes] = cells;
    if (bytes instanceof Uint8Array)
      yield { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rows };
  }
}

/** Returns the columns of the rows, without the row number at the end. */
function writtenColumns(request: RowsRequest, columns: readonly ResultColumn[]): readonly RowColumn[] {
  const shown = request.keyed ? columns.slice(0, -1) : columns;
  return shown.map(({ name, declared }) => ({ name, kind: valueKind(declared) }));
}

/**
 * Runs a statement of the connector, which is not inspected.
 *
 * @param statement - A statement whose first column is a single cell of JSON
 * @param options - The limits of the engine
 * @returns The value of the cell
 * @throws Error with the code `INVALID_TEXT` when the result contains text that is not UTF-8
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

/** Returns the columns of a statement; their names may not be unique. */
function resultColumns(handle: DatabaseHandle, sql: string): readonly ResultColumn[] {
  const columns = handle.prepare(sql).columns();
  if (columns.length === 0) throw new RefusedError("REFUSED_KIND", "it returns no rows");
  return columns.map(({ name, type }) => ({ name, declared: type }));
}
