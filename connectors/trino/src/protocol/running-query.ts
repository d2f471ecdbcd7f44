import { type Http, upstreamInvalid, upstreamTimeout } from "@wellhead/sdk";
import { type QueryAnswer, type ResultColumn, readAnswer } from "./messages.js";
import { QueryFault } from "./query-fault.js";
import { type ReadSegmentsOptions, readData } from "./read-segments.js";

/** How to run a query. */
export interface RunQueryOptions extends ReadSegmentsOptions {
  /** Headers of the statement, and of the requests that follow it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Maximum duration of the query in milliseconds. */
  readonly timeoutMs: number;
  /** Sends DELETE to an address, although the caller may have disconnected. */
  readonly sendDelete: (address: string) => void;
}

/** Rows of one response. */
export type Page = readonly (readonly unknown[])[];

/**
 * A query that runs on the server. The server sends the next response of a query only after the previous one, so no more
 * than one of them is in memory.
 *
 * @see Trino, "Client REST API"
 */
export class RunningQuery {
  readonly #http: Http;
  readonly #options: RunQueryOptions;
  readonly #deadline: number;
  #answer: QueryAnswer;
  #columns: readonly ResultColumn[] | undefined;
  #cancelled = false;

  /**
   * Takes over a query that {@link start} has sent.
   *
   * @param http - Client of the account
   * @param options - Headers and limits
   * @param answer - The first response
   */
  constructor(http: Http, options: RunQueryOptions, answer: QueryAnswer) {
    this.#http = http;
    this.#options = options;
    this.#answer = answer;
    this.#deadline = Date.now() + options.timeoutMs;
  }

  /**
   * Sends a statement.
   *
   * @param http - Client of the account
   * @param sql - The statement
   * @param options - Headers and limits
   * @returns The query, which may still be queued
   * @throws QueryFault when the server refuses it at once
   */
  static async start(http: Http, sql: string, options: RunQueryOptions): Promise<RunningQuery> {
    const { headers } = options;
    // A statement only reads, so it may be sent again.
    const call = http.post("v1/statement", { text: sql, headers, idempotent: true });
    const query = new RunningQuery(http, options, readAnswer(await call.text()));
    query.#receive(query.#answer);
    return query;
  }

  /**
   * Waits until the server knows the columns.
   *
   * @returns The columns; none for a statement without rows
   * @throws QueryFault when the query fails before
   */
  async columns(): Promise<readonly ResultColumn[]> {
    while (this.#columns === undefined && this.#answer.nextUri !== undefined) await this.#advance();
    return this.#columns ?? [];
  }

  /**
   * Reads the rows.
   *
   * @returns The rows of each response that has any
   * @throws QueryFault when the query fails
   */
  async *pages(): AsyncGenerator<Page> {
    for (;;) {
      for await (const rows of readData(this.#http, this.#answer.data, this.#options)) {
        yield this.#checked(rows);
      }
      if (this.#answer.nextUri === undefined) return;
      await this.#advance();
    }
  }

  /** Cancels the query unless it has ended. */
  cancel(): void {
    const { nextUri } = this.#answer;
    if (this.#cancelled || nextUri === undefined) return;
    this.#cancelled = true;
    this.#options.sendDelete(nextUri);
  }

  async #advance(): Promise<void> {
    const { nextUri = "" } = this.#answer;
    if (Date.now() > this.#deadline)
      throw upstreamTimeout("Could not read the rows: the query took too long. Narrow it.");
    const answer = readAnswer(await this.#http.get(nextUri, { headers: this.#options.headers }).text());
    if (answer.nextUri === nextUri)
      throw upstreamInvalid("Could not read the rows: the server repeated the address of a response.");
    this.#receive(answer);
  }

  /** Nothing of a response is used before its address is known to be the account's own. */
  #receive(answer: QueryAnswer): void {
    const { nextUri, error, columns } = answer;
    if (nextUri !== undefined && !isOwn(nextUri, this.#options.server)) {
      // The query is cancelled at the last address that was good, if there was one.
      if (answer === this.#answer) this.#cancelled = true;
      throw upstreamInvalid(
        "Could not read the rows: the server continued the query at another host. Check the address of the account; a server after a proxy needs http-server.process-forwarded=true.",
      );
    }
    this.#answer = answer;
    if (error !== undefined) throw new QueryFault(error);
    if (Array.isArray(columns)) this.#columns ??= columns;
  }

  #checked(rows: unknown): Page {
    const count = this.#columns?.length;
    const isPage = Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.length === count);
    // The cast is safe: it was just checked.
    if (isPage) return rows as Page;
    throw upstreamInvalid("Could not read the rows: a row that the server sent does not match its columns.");
  }
}

function isOwn(address: unknown, server: URL): address is string {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { origin, username, password } = new URL(address);
  return origin === server.origin && username === "" && password === "";
}
