import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, createApp } from "@wellhead/server";
import { type SqliteOptions, sqlite } from "@wellhead/sqlite";
import Database from "libsql";

/** A row as parsed by a client. */
export type Row = Readonly<Record<string, unknown>>;

/** A service with the connector and its own folder, and functions that send requests to it. */
export interface Service {
  readonly app: App;
  readonly folder: string;
  /** Runs statements on a file of the folder. Creates the file if necessary. */
  run(file: string, sql: string): void;
  /** Sends a request and returns the status and the body. */
  post(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: string }>;
  /** Requests the rows of a table and parses them as JSON. */
  table(table: string, more?: object): Promise<readonly Row[]>;
  /** Runs a query and parses its rows as JSON. */
  query(sql: string, more?: object): Promise<readonly Row[]>;
  /** Returns a hash of what requests must not change: the bytes of a file. */
  hash(file?: string): Promise<string>;
  close(): Promise<void>;
}

/** The file that {@link Service.table} and {@link Service.query} read. */
export const mainFile = "main.db";

/** Creates a service with an empty folder. */
export async function serveSqlite(
  options: Partial<SqliteOptions> & {
    readonly formulaEscape?: boolean;
    readonly pageRows?: number;
    readonly now?: () => Date;
  } = {},
): Promise<Service> {
  const { formulaEscape = false, pageRows = 1000, now, ...rest } = options;
  const folder = await mkdtemp(join(tmpdir(), "wellhead-sqlite-"));
  const app = await createApp({
    // On a busy machine, an engine may take long to start.
    connectors: [sqlite({ path: folder, questionTimeout: 100_000, silenceTimeout: 100_000, ...rest })],
    logger: false,
    formulaEscape,
    ...(now !== undefined && { now }),
    limits: {
      maxPageRows: pageRows,
      drainDelay: 0,
      maxEventLoopDelay: 60_000,
      maxQueueDelay: 60_000,
      // Database clients block the test process while they run.
      maxLoopHold: 0,
    },
  });
  const post: Service["post"] = async (path, body, headers = {}) => {
    const answer = await app.fastify.inject({ method: "POST", url: path, payload: body as object, headers });
    return { status: answer.statusCode, body: answer.body };
  };
  const rows = async (source: string, filter: object, more: object = {}): Promise<readonly Row[]> => {
    const answer = await post("/", { source, account: {}, filter: { schema: mainFile, ...filter }, ...more });
    if (answer.status !== 200) throw new Error(answer.body);
    return JSON.parse(answer.body) as Row[];
  };
  return {
    app,
    folder,
    run: (file, sql) => runSql(join(folder, file), sql),
    post,
    table: (table, more = {}) => rows("table", { table, ...more }),
    query: (sql, more) => rows("query", { sql }, more),
    hash: async (file = mainFile) =>
      createHash("sha256")
        .update(await readFile(join(folder, file)))
        .digest("hex"),
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Runs statements on a file. */
export function runSql(path: string, sql: string): void {
  const database = new Database(path, { timeout: 5000 });
  database.exec(sql);
  database.close();
}
