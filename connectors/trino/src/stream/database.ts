import {
  type AccountKind,
  type AnyAccount,
  type Context,
  type EncodedRows,
  encodedRows,
  type Http,
  type HttpDefinition,
  inputInvalid,
  type RowEncoding,
} from "@wellhead/sdk";
import {
  type Catalogue,
  detachedHttp,
  type ErrorContext,
  nameColumns,
  type Statement,
  type StreamOptions,
  type TableReader,
} from "@wellhead/sql";
import { readAccount, type TrinoAccount } from "../account/accounts.js";
import type { TrinoOptions } from "../account/options.js";
import { sessionHeader } from "../account/session-properties.js";
import { trinoCatalogue } from "../catalogue/catalogue.js";
import { trinoDialect } from "../dialect/dialect.js";
import { type Parameter, withLiterals } from "../dialect/parameter.js";
import { explainError } from "../errors/explain-error.js";
import type { ResultColumn } from "../protocol/messages.js";
import { dataEncoding } from "../protocol/read-segments.js";
import { RunningQuery } from "../protocol/running-query.js";
import { encodePages } from "./encode-pages.js";

/** The parts of a request that a query needs. The client is absent when no request is served. */
type Caller = Pick<Context<AnyAccount>, "account" | "signal"> & { readonly http?: Http };

const defaultTimeoutMs = 6 * 60 * 60 * 1000;
/** Maximum duration of a query of the catalogue. */
const questionTimeoutMs = 15_000;
/** Maximum number of rows that a query of the catalogue returns. */
const maxRows = 20_000;
/** Milliseconds after which an opened stream that nobody reads is cancelled. */
const startTimeoutMs = 30_000;
const cancelTimeoutMs = 5000;
const mebibyte = 2 ** 20;

/** The catalogs of a connector's accounts. */
export class TrinoDatabase implements TableReader {
  readonly dialect = trinoDialect;
  readonly #options: TrinoOptions;
  readonly #kinds: Readonly<Record<string, AccountKind>>;
  /** Requests to cancel a query that have not been answered. */
  readonly #cancelling = new Set<Promise<void>>();

  /**
   * Creates the database without connecting.
   *
   * @param options - The operator's options
   * @param kinds - Kinds of the accounts
   */
  constructor(options: TrinoOptions, kinds: Readonly<Record<string, AccountKind>>) {
    this.#options = options;
    this.#kinds = kinds;
  }

  /** How requests reach a server: to the origin of the account only, and never redirected. */
  get http(): HttpDefinition {
    return {
      baseUrl: (account) => this.#account(account).server.href,
      // A server sends pages of 1 MiB, and segments of 16 MiB, unless it is configured otherwise.
      limits: { pageBytes: 64 * mebibyte },
    };
  }

  /**
   * Runs the smallest query, to check the sign-in.
   *
   * @param context - The request
   * @returns A display name for the account
   */
  async identify(context: Caller): Promise<string> {
    const { server, catalog, user } = this.#account(context.account);
    await this.#ask(context, { sql: "select 1", parameters: [] }, { action: "Could not sign in to Trino" });
    return this.#options.pinned === undefined
      ? `${user === undefined ? "" : `${user}@`}${server.host}/${catalog}`
      : catalog;
  }

  /**
   * Returns the catalogue as an account sees it.
   *
   * @param context - The request
   * @returns The catalogue
   */
  catalogue(context: Caller): Catalogue {
    const errorContext = { action: "Could not read the catalogue", field: "table" };
    return trinoCatalogue((statement) => this.#ask(context, statement, errorContext));
  }

  /**
   * Returns the columns of a statement. The query is cancelled as soon as the server has sent them.
   *
   * @param context - The request
   * @param statement - The statement
   * @param errorContext - The context of errors
   * @returns The columns, with unique names
   */
  async describe(
    context: Caller,
    statement: Statement<Parameter>,
    errorContext: ErrorContext,
  ): Promise<readonly ResultColumn[]> {
    const { query, columns } = await this.#open(context, statement, { errorContext });
    query.cancel();
    const names = nameColumns(columns.map(({ name }) => name));
    return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }));
  }

  /**
   * Streams the rows of a statement.
   *
   * @param context - The request
   * @param options - The statement and the page
   * @returns Encoded rows
   */
  async stream(context: Caller, options: StreamOptions<Parameter>): Promise<EncodedRows> {
    const { statement, errorContext, skip, limit } = options;
    const { query, columns } = await this.#open(context, statement, { errorContext });
    const cancel = () => query.cancel();
    context.signal.addEventListener("abort", cancel, { once: true });
    if (context.signal.aborted) cancel();
    const unread = setTimeout(cancel, startTimeoutMs);
    unread.unref();
    const names = nameColumns(columns.map(({ name }) => name));
    const encode = async function* (encoding: RowEncoding) {
      clearTimeout(unread);
      try {
        yield* encodePages(query.pages(), { columns, names, skip, limit, encoding });
      } catch (error) {
        throw explainError(error, errorContext);
      } finally {
        context.signal.removeEventListener("abort", cancel);
        cancel();
      }
    };
    return encodedRows({ columns: names, encode });
  }

  /** Waits for the requests that cancel queries. */
  async close(): Promise<void> {
    await Promise.all(this.#cancelling);
  }

  async #ask(
    context: Caller,
    statement: Statement<Parameter>,
    errorContext: ErrorContext,
  ): Promise<readonly (readonly unknown[])[]> {
    const { query } = await this.#open(context, statement, { errorContext, timeoutMs: questionTimeoutMs });
    const found: (readonly unknown[])[] = [];
    try {
      for await (const page of query.pages()) {
        for (const row of page) found.push(row);
        if (found.length > maxRows) break;
      }
      return found;
    } catch (error) {
      throw explainError(error, errorContext);
    } finally {
      query.cancel();
    }
  }

  async #open(
    context: Caller,
    statement: Statement<Parameter>,
    { errorContext, timeoutMs }: { readonly errorContext: ErrorContext; readonly timeoutMs?: number },
  ): Promise<{ readonly query: RunningQuery; readonly columns: readonly ResultColumn[] }> {
    const account = this.#account(context.account);
    const limitMs = timeoutMs ?? this.#options.statementTimeoutMs ?? defaultTimeoutMs;
    const http = context.http ?? (await this.#detached(context.account, context.signal));
    let query: RunningQuery | undefined;
    try {
      query = await RunningQuery.start(http, withLiterals(statement), {
        server: account.server,
        headers: this.#headers(account, limitMs),
        timeoutMs: limitMs,
        remoteSegments: this.#options.remoteSegments ?? true,
        sendDelete: (address) => this.#sendDelete(context.account, address),
      });
      const columns = await query.columns();
      if (columns.length > 0) return { query, columns };
      const { action, field } = errorContext;
      throw inputInvalid(`${action}: it returns no rows. Write a query that does.`, {
        ...(field !== undefined && { field }),
      });
    } catch (error) {
      query?.cancel();
      throw explainError(error, errorContext);
    }
  }

  #account(account: AnyAccount): TrinoAccount {
    return readAccount(account, this.#options);
  }

  #headers({ user, catalog, session }: TrinoAccount, limitMs: number): Readonly<Record<string, string>> {
    const { sessionProperties = {} } = this.#options;
    const properties = {
      ...session,
      query_max_run_time: `${Math.ceil(limitMs / 1000)}s`,
      ...sessionProperties,
    };
    return {
      ...(user !== undefined && { "X-Trino-User": user }),
      "X-Trino-Catalog": catalog,
      "X-Trino-Source": "wellhead",
      "X-Trino-Time-Zone": "UTC",
      // Without it, times are rounded to milliseconds.
      "X-Trino-Client-Capabilities": "PARAMETRIC_DATETIME",
      "X-Trino-Query-Data-Encoding": dataEncoding,
      "X-Trino-Session": sessionHeader(properties),
    };
  }

  /** The client of the request cannot be used: it is aborted when the caller has disconnected. */
  #sendDelete(account: AnyAccount, address: string): void {
    const sent = this.#detached(account, AbortSignal.timeout(cancelTimeoutMs))
      .then((http) => http.delete(address).text())
      // The server ends a query that no client reads, after its own timeout.
      .catch(() => "")
      .then(() => undefined)
      .finally(() => this.#cancelling.delete(sent));
    this.#cancelling.add(sent);
  }

  #detached(account: AnyAccount, signal: AbortSignal) {
    const { id = "trino" } = this.#options;
    const kind = this.#kinds[account.kind];
    return detachedHttp({ connector: id, definition: this.http, kind, account, signal });
  }
}
