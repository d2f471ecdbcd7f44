import { playHistory } from "./play-history.js";

/** Options of {@link playTableHistories}. */
export interface TableHistoriesOptions {
  /** The seed that is always played. */
  readonly first: number;
  /** Type of the table `changing`, whose columns are an id, a text and the time of the last change. */
  readonly type: string;
  /** Sends a request to a service with pages of that many rows. */
  readonly ask: (path: string, body: object, pageRows: number) => Promise<unknown>;
  /** Number of rows of a page; the histories take turns. */
  readonly pageRows: readonly [even: number, odd: number];
  /** Runs statements in the database. */
  readonly run: (sql: string) => void;
  /** Returns SQL for an instant in milliseconds. */
  readonly timeSql: (milliseconds: number) => string;
  /** Sets the time of the service, in ISO 8601. */
  readonly setNow: (time: string) => void;
}

/**
 * Plays histories of a table of a database: one, or as many as `npm run proof sync` asks for.
 *
 * @param options - The database and the service
 * @see {@link playHistory}
 */
export async function playTableHistories(options: TableHistoriesOptions): Promise<void> {
  const { first, type, ask, pageRows, run, timeSql, setNow } = options;
  const count = Number(process.env["WELLHEAD_SYNC_HISTORIES"] ?? 1);
  for (let seed = first; seed < first + count; seed += 1) {
    await playHistory({
      seed,
      request: { requestedType: type, account: {}, filter: {} },
      post: (path, body) => ask(path.replace("/api/v1/synchronizer/", ""), body, pageRows[seed % 2] ?? 1),
      setRows: (rows) => {
        const values = rows.map(({ id, text, changedAt }) => `(${id}, '${text}', ${timeSql(changedAt)})`);
        run(`begin; delete from changing; insert into changing values ${values.join(", ")}; commit;`);
      },
      setNow: (time) => setNow(time.toISOString()),
      textOf: ({ text }) => text,
    });
  }
}
