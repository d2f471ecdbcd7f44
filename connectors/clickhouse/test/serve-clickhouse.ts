import { type ClickhouseOptions, clickhouse } from "@wellhead/clickhouse";
import { configureEgress } from "@wellhead/runtime";
import { type App, createApp } from "@wellhead/server";
import { reader } from "./start-clickhouse.js";

/** A service with the connector, and functions that send requests to it. */
export interface Service {
  readonly app: App;
  /** Returns the account of the documented user, with some members replaced. */
  account(changes?: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Sends a request and returns the status and the body. */
  post(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: string }>;
  /** Runs a query. */
  query(sql: string, more?: object): Promise<{ status: number; body: string }>;
}

/** Creates a service for a server. Connections to the loopback interface are allowed. */
export async function serveClickhouse(
  server: { readonly port: number },
  options: ClickhouseOptions & { readonly timeoutMs?: number; readonly formulaEscape?: boolean } = {},
): Promise<Service> {
  const { timeoutMs: limit = 60_000, formulaEscape = false, ...rest } = options;
  configureEgress({ allow: "127.0.0.1/32:*" });
  const app = await createApp({
    connectors: [clickhouse(rest)],
    logger: false,
    // Tests sign in with wrong passwords in quick succession.
    failures: false,
    formulaEscape,
    limits: {
      drainDelay: 0,
      maxEventLoopDelay: 60_000,
      // Database clients block the test process while they run.
      maxLoopHold: 0,
      maxQueueDelay: 60_000,
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
  const query: Service["query"] = (sql, more = {}) =>
    post("/", { source: "query", account: account(), filter: { sql }, ...more });
  return { app, account, post, query };
}
