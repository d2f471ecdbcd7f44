import { type ConnectorMembers, checkOptions } from "@wellhead/sdk";
import type { PinnedTable } from "@wellhead/sql";

/** A table that the operator names, and how its changes are found. */
export interface SqliteTableOption extends PinnedTable {
  /** File that has the table, relative to `path` if that is a folder. Default: `path`, which is then a single file. */
  readonly file?: string;
}

/** The operator's options of the connector. All except the path have a default. */
export interface SqliteOptions extends Partial<Pick<ConnectorMembers, "id" | "name" | "description">> {
  /** Folder whose database files may be read, or a single database file. Nothing outside it is ever opened. */
  readonly path: string;
  /**
   * Actual encoding of text in files that declare UTF-8, such as `windows-1252`. Default: UTF-8, and invalid UTF-8 is
   * an error that names its row and column.
   */
  readonly encoding?: string;
  /**
   * Tables and views to offer, such as `orders`, or `{ file: "shop.db", name: "orders" }` in a folder of files. Each becomes a
   * source with a filter for every column, which a platform can synchronize if it has a key. Default: one source in which
   * people choose a table.
   */
  readonly tables?: readonly (string | SqliteTableOption)[];
  /** Whether people may write queries. Default: `true`, or `false` with `tables`. */
  readonly queries?: boolean;
  /** Maximum duration of a stream in milliseconds. Default: 6 hours. */
  readonly streamTimeout?: number;
  /**
   * Maximum time in milliseconds that the engine computes without returning a row, while a row is awaited. Default: 2
   * minutes.
   */
  readonly silenceTimeout?: number;
  /** Maximum duration in milliseconds of a request to the catalogue or about a query. Default: 15 seconds. */
  readonly questionTimeout?: number;
  /** Maximum memory in bytes that the engine may use for one statement. Default: 128 MiB. */
  readonly memoryLimit?: number;
  /** Maximum size in bytes of a temporary file of one statement, where the system can limit it. Default: 4 GiB. */
  readonly temporaryLimit?: number;
  /** Maximum number of concurrent streams. Further streams wait in a queue. Default: 24. */
  readonly maxStreams?: number;
}

/**
 * Checks the names of the operator's options.
 *
 * @param options - The options, maybe from a file that no compiler has checked
 * @throws TypeError that names the first unknown one
 */
export function checkSqliteOptions(options: SqliteOptions): void {
  checkOptions(options, {
    of: "sqlite",
    known: {
      id: true,
      name: true,
      description: true,
      path: true,
      encoding: true,
      tables: true,
      queries: true,
      streamTimeout: true,
      silenceTimeout: true,
      questionTimeout: true,
      memoryLimit: true,
      temporaryLimit: true,
      maxStreams: true,
    },
  });
}
