import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Engine, type EngineResult, execute, openEngine } from "./duckdb-engine.js";

/** A request that the server has received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface Query {
  readonly sql: string;
  result?: EngineResult;
  page: number;
  /** The last response, which a client may request again. */
  last?: { readonly token: number; readonly body: string };
}

/** Answers a request in place of the server; returns whether it did. */
export type Intercept = (request: Received, response: ServerResponse) => boolean | Promise<boolean>;

/**
 * A server of the statement protocol, written for the tests from its public description. Its rows come from DuckDB, which
 * executes the statements that arrive.
 */
export class StandIn {
  readonly engine: Engine;
  readonly received: Received[] = [];
  readonly deleted: string[] = [];
  /** Answers in place of the server. Default: never. */
  intercept: Intercept = () => false;
  /** Passwords by user; the server asks for them if there are any. */
  readonly passwords = new Map<string, string>();
  /** Tokens that are valid; the server asks for one if there are any. */
  readonly tokens = new Set<string>();
  /** Whether results are spooled, for a client that offers it. */
  spools = false;
  readonly #segments = new Map<string, string>();
  readonly #queries = new Map<string, Query>();
  readonly #server: Server;

  constructor(engine: Engine) {
    this.engine = engine;
    this.#server = createServer((request, response) => {
      void this.#serve(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
  }

  static async start(): Promise<StandIn> {
    const server = new StandIn(await openEngine());
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Executes a statement of a test. */
  async run(sql: string): Promise<void> {
    await this.engine.connection.run(sql);
  }

  /** Statements that arrived. */
  get statements(): readonly string[] {
    return this.received.filter(({ method }) => method === "POST").map(({ body }) => body);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
    this.engine.connection.closeSync();
    this.engine.instance.closeSync();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url: path = "", headers } = request;
    const one: Received = { method, path, headers, body: Buffer.concat(chunks).toString() };
    this.received.push(one);
    if (await this.intercept(one, response)) return;
    if (!this.#isKnown(headers.authorization)) return void response.writeHead(401).end("Unauthorized");
    if (method === "POST" && path === "/v1/statement") return this.#begin(one, response);
    const [, kind, id = "", token = ""] = /^\/v1\/(?:statement\/)?(\w+)\/(\w+)(?:\/(\d+))?$/.exec(path) ?? [];
    if (kind === "segment") return void response.end(this.#segments.get(id));
    if (kind === "ack") {
      this.#segments.delete(id);
      return void response.end();
    }
    const query = this.#queries.get(id);
    if (query === undefined) return void response.writeHead(410).end();
    if (method === "DELETE") {
      this.deleted.push(id);
      this.#queries.delete(id);
      return void response.writeHead(204).end();
    }
    const body =
      query.last?.token === Number(token) ? query.last.body : await this.#advance(query, id, headers);
    query.last = { token: Number(token), body };
    response.setHeader("content-type", "application/json");
    response.end(body);
  }

  #begin({ body, headers }: Received, response: ServerResponse): void {
    const id = `q${this.#queries.size + this.deleted.length + 1}x${this.received.length}`;
    this.#queries.set(id, { sql: body, page: 0 });
    response.end(this.message(id, `"nextUri":"${ownAddress(headers)}/v1/statement/queued/${id}/0"`));
  }

  /** Writes a response with the members that each has. */
  message(id: string, members: string): string {
    return `{"id":"${id}","infoUri":"${this.url}/ui/${id}","stats":{"state":"RUNNING"},"warnings":[],${members}}`;
  }

  async #advance(query: Query, id: string, headers: IncomingMessage["headers"]): Promise<string> {
    try {
      const first = query.result === undefined;
      const result = query.result ?? (await execute(this.engine, query.sql));
      query.result = result;
      const rows = first ? [] : await result.next();
      const columns = result.names.map((name, index) => {
        return { name, ...result.types[index] };
      });
      query.page += 1;
      const data = rows === undefined || rows.length === 0 ? "" : `,"data":${this.#data(rows, headers)}`;
      const next =
        rows === undefined
          ? ""
          : `,"nextUri":"${ownAddress(headers)}/v1/statement/executing/${id}/${query.page}"`;
      if (rows === undefined) this.#queries.delete(id);
      return this.message(id, `"columns":${JSON.stringify(columns)}${data}${next}`);
    } catch (error) {
      this.#queries.delete(id);
      const message = error instanceof Error ? error.message : String(error);
      const sent = { message: `line 1:8: ${message}`, errorName: "SYNTAX_ERROR", errorType: "USER_ERROR" };
      return this.message(
        id,
        `"error":${JSON.stringify({ ...sent, errorLocation: { lineNumber: 1, columnNumber: 8 } })}`,
      );
    }
  }

  #data(rows: readonly string[], headers: IncomingMessage["headers"]): string {
    const text = `[${rows.join(",")}]`;
    if (!this.spools || headers["x-trino-query-data-encoding"] !== "json") return text;
    const name = `s${this.received.length}`;
    const half = Math.ceil(rows.length / 2);
    const tail = rows.slice(half);
    this.#segments.set(name, `[${tail.join(",")}]`);
    const inline = {
      type: "inline",
      data: Buffer.from(`[${rows.slice(0, half).join(",")}]`).toString("base64"),
      metadata: { rowsCount: half },
    };
    const spooled = {
      type: "spooled",
      uri: `${ownAddress(headers)}/v1/segment/${name}`,
      ackUri: `${ownAddress(headers)}/v1/ack/${name}`,
      metadata: { rowsCount: tail.length },
    };
    return JSON.stringify({ encoding: "json", segments: [inline, ...(tail.length > 0 ? [spooled] : [])] });
  }

  get unacknowledged(): number {
    return this.#segments.size;
  }

  #isKnown(authorization = ""): boolean {
    if (this.tokens.size > 0) return this.tokens.has(authorization.replace("Bearer ", ""));
    if (this.passwords.size === 0) return true;
    const [user = "", password] = Buffer.from(authorization.replace("Basic ", ""), "base64")
      .toString()
      .split(":");
    return password !== undefined && this.passwords.get(user) === password;
  }
}

/** Returns the address by which a client has reached the server. */
function ownAddress({ host = "" }: IncomingMessage["headers"]): string {
  return `http://${host}`;
}
