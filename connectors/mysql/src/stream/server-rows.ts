import type { WrittenColumn } from "@wellhead/rows";
import type { ArrowOfServer, CellWriter, RowBytes, RowsOfServer, StreamNotice } from "@wellhead/sql";
import { arrowColumns } from "../encode/arrow-columns.js";
import { writeBinaryRow } from "../encode/write-row.js";
import {
  type MisdeclaredColumns,
  UnrealDates,
  type WrittenColumnsOptions,
  writtenColumns,
} from "../encode/written-columns.js";
import { explainError } from "../errors/explain-error.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import { sizeOfType } from "../protocol/column-types.js";
import type { Connection } from "../protocol/connection.js";
import type { ResultColumn } from "../protocol/result-column.js";
import { executeStatement, isEnd, outOfTurn, type PreparedStatement } from "../protocol/run-statement.js";
import type { RunningJob } from "./stream-job.js";

/** The rows of a prepared statement, in the format of MySQL. */
export class ServerRows implements RowsOfServer {
  readonly action: string;
  readonly skip: number;
  readonly limit: number | undefined;
  readonly silence: number;
  readonly #connection: Connection;
  readonly #prepared: PreparedStatement & { readonly misdeclared?: MisdeclaredColumns | undefined };
  readonly #job: RunningJob;
  readonly #dates = new UnrealDates();
  #sizes: readonly number[] = [];
  #whole = false;

  /**
   * @param connection - A session inside a transaction
   * @param prepared - The statement, and its columns whose actual encoding differs from the declared one
   * @param job - The values of its parameters, and the page of rows
   */
  constructor(
    connection: Connection,
    prepared: PreparedStatement & { readonly misdeclared?: MisdeclaredColumns | undefined },
    job: RunningJob,
  ) {
    this.action = job.errorContext.action;
    this.skip = job.skip;
    this.limit = job.limit;
    this.silence = job.silence;
    this.#connection = connection;
    this.#prepared = prepared;
    this.#job = job;
  }

  get columns(): readonly string[] {
    return writtenColumns(this.#prepared.columns).map(({ name }) => name);
  }

  get textEncoding(): string | undefined {
    return this.#prepared.misdeclared?.codec.encoding;
  }

  get received(): number {
    return this.#connection.received;
  }

  get arrow(): ArrowOfServer {
    const start = async () => arrowColumns(await this.#execute(), this.#written);
    return { columns: arrowColumns(this.#prepared.columns), start };
  }

  async start(): Promise<readonly WrittenColumn[]> {
    return writtenColumns(await this.#execute(), this.#written);
  }

  async run(receive: (row: RowBytes) => void): Promise<void> {
    const rowsToRead = this.limit === undefined ? Number.POSITIVE_INFINITY : this.skip + this.limit;
    let seen = 0;
    let stopReading: (() => void) | undefined;
    const reached = new Promise<void>((resolve) => {
      stopReading = resolve;
    });
    this.#connection.receiveRows((row) => {
      seen += 1;
      if (seen <= rowsToRead) receive(row);
      // The session has no row limit, because that would change how the server sorts equal rows from page to page.
      else stopReading?.();
    });
    await Promise.race([this.#receiveEnd(), reached]);
  }

  write(writer: CellWriter, row: RowBytes): void {
    writeBinaryRow(writer, row, this.#sizes);
  }

  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    this.#connection.resume();
  }

  async end(whole: boolean): Promise<void> {
    if (whole && this.#whole) this.#connection.close();
    else await cancelQuery(this.#connection, this.#job.host);
  }

  notice(): StreamNotice | undefined {
    return this.#dates.notice();
  }

  explain(error: unknown): unknown {
    return explainError(error, this.#job.errorContext);
  }

  get #written(): WrittenColumnsOptions {
    return { misdeclared: this.#prepared.misdeclared, dates: this.#dates };
  }

  async #execute(): Promise<readonly ResultColumn[]> {
    const { parameters } = this.#job.statement;
    const columns = await executeStatement(this.#connection, this.#prepared, parameters);
    // Only now does the server report types that depend on a parameter. The names stay the same.
    if (columns.length !== this.#prepared.columns.length) throw outOfTurn();
    this.#sizes = columns.map(({ type }) => sizeOfType(type));
    return columns;
  }

  async #receiveEnd(): Promise<void> {
    if (!isEnd(await this.#connection.receive())) throw outOfTurn();
    this.#whole = true;
  }
}
