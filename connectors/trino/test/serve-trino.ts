import { configureEgress } from "@wellhead/runtime";
import type { HttpLimits } from "@wellhead/sdk";
import { type App, createApp } from "@wellhead/server";
import { type TrinoOptions, trino } from "@wellhead/trino";
import type { StandIn } from "./stand-in.js";

/** A row as parsed by a client. */
export type Row = Readonly<Record<string, unknown>>;

/** A service with the connector, and functions that send requests to it. */
export interface Service {
  readonly app: App;
  /** Returns the account, with some members replaced. */
  account(changes?: Row): Row;
  /** Sends a request and returns the status and the body. */
  post(
    path: string,
    body: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: string }>;
  /** Requests rows and parses them as JSON. */
  rows(source: string, filter: object, more?: object): Promise<readonly Row[]>;
  /** Runs a query and parses its rows as JSON. */
  query(sql: string, more?: object): Promise<readonly Row[]>;
}

/** Creates a service for a server. Connections to the loopback interface are allowed. */
export async function serveTrino(
  server: StandIn,
  options: TrinoOptions = {},
  limits: Partial<HttpLimits> = {},
): Promise<Service> {
  configureEgress({ allow: "127.0.0.1/32:*" });
  const { http, ...connector } = trino(options);
  const app = await createApp({
    connectors: [{ ...connector, ...(http && { http: { ...http, limits: { ...http.limits, ...limits } } }) }],
    logger: false,
    failures: false,
    limits: { drainDelay: 0, maxEventLoopDelay: 60_000, maxLoopHold: 0, maxQueueDelay: 60_000 },
  });
  const account = (changes: Row = {}) => ({
    auth: "password",
    server: server.url,
    catalog: "memory",
    user: "ada",
    ...changes,
  });
  const post: Service["post"] = async (path, body, headers = {}) => {
    const answer = await app.fastify.inject({ method: "POST", url: path, payload: body, headers });
    return { status: answer.statusCode, body: answer.body };
  };
  const rows: Service["rows"] = async (source, filter, more = {}) => {
    const answer = await post("/", { source, account: account(), filter, ...more });
    if (answer.status !== 200) throw new Error(answer.body);
    return JSON.parse(answer.body) as Row[];
  };
  return { app, account, post, rows, query: (sql, more) => rows("query", { sql }, more) };
}
