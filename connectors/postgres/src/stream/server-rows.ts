import type { WrittenColumn } from "@wellhead/rows";
import type { ArrowOfServer, CellWriter, RowBytes, RowsOfServer } from "@wellhead/sql";
import type { PostgresArrowColumn } from "../encode/arrow-columns.js";
import { writeDataRow } from "../encode/write-row.js";
import { explainError } from "../errors/explain-error.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { bind, type CellFormat, execute, parse, sync } from "../protocol/messages.js";
import type { RunningJob } from "./stream-job.js";

/** Maximum number of rows that can be requested: the protocol has 31 bits for it, and 0 means all. */
const maxExecuted = 2 ** 31 - 1;

/** The rows of a prepared statement, in the format of PostgreSQL. */
export class ServerRows implements RowsOfServer {
  readonly action: string;
  readonly skip: number;
  readonly limit: number | undefined;
  readonly silence: number;
  readonly arrow: ArrowOfServer;
  readonly #connection: Connection;
  readonly #job: RunningJob;
  readonly #columns: readonly WrittenColumn[];
  #formats: readonly CellFormat[] = [];

  /**
   * @param connection - A session in which the statement has been prepared
   * @param job - The statement
   * @param columns - Its columns, as text and as Arrow
   */
  constructor(
    connection: Connection,
    job: RunningJob,
    {
      written,
      arrow,
    }: { readonly written: readonly WrittenColumn[]; readonly arrow: readonly PostgresArrowColumn[] },
  ) {
    this.action = job.errorContext.action;
    this.skip = job.skip;
    this.limit = job.limit;
    this.silence = job.silence;
    this.#connection = connection;
    this.#job = job;
    this.#columns = written;
    this.arrow = {
      columns: arrow,
      start: () => {
        this.#formats = arrow.map(({ format }) => format);
        return Promise.resolve(arrow);
      },
    };
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
      bind(statement.parameters, codec, this.#formats),
      execute(executed),
      sync(),
    );
    await this.#connection.receiveUntil("Z");
  }

  write(writer: CellWriter, row: RowBytes): void {
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
