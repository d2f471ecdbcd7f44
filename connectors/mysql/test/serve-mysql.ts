import { type MysqlOptions, mysql } from "@wellhead/mysql";
import { configureEgress } from "@wellhead/runtime";
import { type App, createApp, type ServiceLog } from "@wellhead/server";
import { type MariadbServer, reader } from "@wellhead/test-support/programs/start-mariadb";

/** A service with the connector, and functions that send requests to it. */
export interface Service {
  readonly app: App;
  /** Returns the account of the documented role, with some members replaced. */
  account(changes?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Sends a request and returns the status and the body. */
  post(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: string }>;
  /** Requests rows and parses them as JSON. */
  rows(source: string, filter: unknown, more?: object): Promise<ReadonlyArray<Record<string, unknown>>>;
  /** Runs a query and parses its rows as JSON. */
  query(sql: string, more?: object): Promise<ReadonlyArray<Record<string, unknown>>>;
}

/** Creates a service for a server. Connections to the loopback interface are allowed. */
export async function serveMysql(
  server: Pick<MariadbServer, "port">,
  options: MysqlOptions & {
    readonly timeoutMs?: number;
    readonly formulaEscape?: boolean;
    readonly pageRows?: number;
    readonly now?: () => Date;
    readonly logger?: ServiceLog;
  } = {},
): Promise<Service> {
  const { timeoutMs: limit = 60_000, formulaEscape = false, pageRows = 1000, now, logger, ...rest } = options;
  configureEgress({ allow: "127.0.0.1/32:*" });
  const app = await createApp({
    connectors: [mysql(rest)],
    logger: logger ?? false,
    // Tests sign in with wrong passwords in quick succession.
    failures: false,
    formulaEscape,
    ...(now !== undefined && { now }),
    limits: {
      drainDelay: 0,
      maxEventLoopDelay: 60_000,
      // Database clients block the test process while they run.
      maxLoopHold: 0,
      maxQueueDelay: 60_000,
      maxPageRows: pageRows,
      batchTimeout: limit,
      answerTimeout: limit,
    },
  });
  const account = (changes: Readonly<Record<string, unknown>> = {}) => ({
    auth: "database",
    host: "127.0.0.1",
    port: server.port,
    database: "shop",
    ...reader,
    tls: "off",
    ...changes,
  });
  const post: Service["post"] = async (path, body, headers = {}) => {
    const answer = await app.fastify.inject({ method: "POST", url: path, payload: body as object, headers });
    return { status: answer.statusCode, body: answer.body };
  };
  const rows: Service["rows"] = async (source, filter, more = {}) => {
    const answer = await post("/", { source, account: account(), filter, ...more });
    if (answer.status !== 200) throw new Error(answer.body);
    return JSON.parse(answer.body) as Record<string, unknown>[];
  };
  return { app, account, post, rows, query: (sql, more) => rows("query", { sql }, more) };
}
