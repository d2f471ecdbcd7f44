import type { RowWriter, WrittenColumn } from "@wellhead/rows";
import type { RowBytes, RowsOfServer } from "@wellhead/sql";
import { writeDataRow } from "../encode/write-row.js";
import { explainError } from "../errors/explain-error.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { bind, execute, parse, sync } from "../protocol/messages.js";
import type { RunningJob } from "./stream-job.js";

/** Maximum number of rows that can be requested: the protocol has 31 bits for it, and 0 means all. */
const maxExecuted = 2 ** 31 - 1;

/** The rows of a prepared statement, in the format of PostgreSQL. */
export class ServerRows implements RowsOfServer {
  readonly action: string;
  readonly skip: number;
  readonly limit: number | undefined;
  readonly silence: number;
  readonly #connection: Connection;
  readonly #job: RunningJob;
  readonly #columns: readonly WrittenColumn[];

  /**
   * @param connection - A session in which the statement has been prepared
   * @param job - The statement
   * @param columns - Its columns
   */
  constructor(connection: Connection, job: RunningJob, columns: readonly WrittenColumn[]) {
    this.action = job.errorContext.action;
    this.skip = job.skip;
    this.limit = job.limit;
    this.silence = job.silence;
    this.#connection = connection;
    this.#job = job;
    this.#columns = columns;
  }

  get columns(): readonly string[] {
    return this.#columns.map(({ name }) => name);
  }

  get textEncoding(): string | undefined {
    const { codec } = this.#connection;
    return codec === undefined || codec.encoding === "utf-8" ? undefined : codec.encoding;
  }

  get received(): number {
    return this.#connection.received;
  }

  start(): Promise<readonly WrittenColumn[]> {
    return Promise.resolve(this.#columns);
  }

  async run(receive: (row: RowBytes) => void): Promise<void> {
    const { skip, limit, statement } = this.#job;
    const wanted = limit === undefined ? Number.POSITIVE_INFINITY : skip + limit;
    let seen = 0;
    this.#connection.rowReceiver =
      wanted <= maxExecuted || limit === undefined
        ? receive
        : (row) => {
            seen += 1;
            if (seen <= wanted) receive(row);
          };
    const { codec } = this.#connection;
    const executed = wanted <= maxExecuted ? wanted : 0;
    // The prepared statement has no name, because behind a pooler a named one would outlive the transaction. The
    // catalogue queries since then have replaced the unnamed statement, so it is parsed again.
    this.#connection.send(
      parse(statement.sql, codec),
      bind(statement.parameters, codec),
      execute(executed),
      sync(),
    );
    await this.#connection.receiveUntil("Z");
  }

  write(writer: RowWriter, row: RowBytes): void {
    writeDataRow(writer, row, this.#columns.length);
  }

  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    this.#connection.resume();
  }

  async end(whole: boolean): Promise<void> {
    if (whole) this.#connection.close();
    else await cancelQuery(this.#connection, this.#job.host);
  }

  explain(error: unknown): unknown {
    return explainError(error, this.#job.errorContext);
  }
}
