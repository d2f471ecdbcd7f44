import { randomUUID } from "node:crypto";
import type { Account, Application, Connector, ExactRow, Option, Verdict } from "@wellhead/client";
import { IncompleteRowsError } from "@wellhead/client";
import {
  type ConformanceOptions,
  type ConformanceReport,
  findFaults,
  runConformance,
} from "@wellhead/conformance";
import type { SentRequest } from "../upstream/upstream.js";

/** Parts of a {@link StartedConnector}. */
export interface StartedConnectorParts {
  readonly url: string;
  readonly client: Connector;
  readonly account: Account | undefined;
  readonly requests: readonly SentRequest[];
  readonly now: () => number;
  readonly unread: () => readonly string[];
  readonly missed: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** Options of calls that name a source. */
export interface RowsQuery {
  /** Values by field id; dates may be expressions such as `LAST 3 WEEKS`. Default: no filter. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Default: the account of `startConnector`. */
  readonly account?: Account;
  /** Maximum number of rows. Default: all. */
  readonly limit?: number;
  /** Rows to skip at the start. Default: 0. */
  readonly skip?: number;
}

/** Options of {@link StartedConnector.options}. */
export interface OptionsQuery {
  /** Id of the field. */
  readonly field: string;
  /** Values of the fields that the options depend on, by id. Default: none. */
  readonly dependsOn?: Readonly<Record<string, unknown>>;
  /** Default: the account of `startConnector`. */
  readonly account?: Account;
}

/** Rows of a source. */
export interface ReadRows<Row> {
  /** The rows that arrived, in order. */
  readonly rows: readonly Row[];
  /** Whether they are all rows (`whole`), or the stream failed (`marked`, `cut`), and why. */
  readonly verdict: Verdict;
}

/** Options of {@link StartedConnector.changes}. */
export interface ChangesQuery extends Pick<RowsQuery, "filter" | "account"> {
  /** When the last run of the platform began. The connector goes back further by its lookback. */
  readonly since: Date | string;
}

/** What a platform that keeps a copy of a source reads after its first run. */
export interface ReadChanges<Row> {
  /** Rows to insert or to replace, with the columns of the source. */
  readonly changed: readonly Row[];
  /** The keys of rows to delete. */
  readonly deleted: readonly Row[];
  /** Whether only changes were read. Otherwise `changed` has all rows, and a row that is missing counts as deleted. */
  readonly isDelta: boolean;
}

/** Options of {@link StartedConnector.assertConforms}. */
export interface AssertConformsOptions extends ConformanceOptions {
  /** Known warnings with the reason why they remain, by requirement id; every other warning fails. Default: none. */
  readonly explained?: Readonly<Record<string, string>>;
}

/** A connector that {@link startConnector} serves, called as a data platform calls it. */
export class StartedConnector {
  /** Base address, such as `http://127.0.0.1:40123/`. */
  readonly url: string;
  /** The client that the other members call, for endpoints that they do not cover. */
  readonly client: Connector;
  readonly #parts: StartedConnectorParts;

  /**
   * Called by `startConnector`.
   *
   * @param parts - The service and its upstream
   */
  constructor(parts: StartedConnectorParts) {
    this.#parts = parts;
    this.url = parts.url;
    this.client = parts.client;
  }

  /** Requests that the connector has sent to its upstream so far, in order. */
  get requests(): readonly SentRequest[] {
    return this.#parts.requests;
  }

  /**
   * Returns the time of the service.
   *
   * @returns The time at which it started, plus all waits since
   */
  now(): Date {
    return new Date(this.#parts.now());
  }

  /**
   * Requests the description of the connector.
   *
   * @returns Accounts, sources, filters and columns
   */
  describe(): Promise<Application> {
    return this.client.describe();
  }

  /**
   * Checks an account.
   *
   * @param account - Default: the account of `startConnector`
   * @returns The account to store, with its name
   * @throws ConnectorError of `@wellhead/client` when the account does not work
   */
  validate(account: Account = this.#parts.account ?? {}): Promise<Account> {
    return this.client.validate(account);
  }

  /**
   * Requests the options of a field. Does not check the account first.
   *
   * @param source - Id of the source
   * @param query - Field, and values of the fields that it depends on
   * @returns The options
   * @throws ConnectorError of `@wellhead/client` when the connector refuses
   */
  options(source: string, { field, dependsOn, account }: OptionsQuery): Promise<readonly Option[]> {
    return this.client.options({
      source,
      field,
      validate: false,
      account: account ?? this.#parts.account,
      ...(dependsOn && { dependsOn }),
    });
  }

  /**
   * Reads rows to their end. Does not check the account first.
   *
   * @typeParam Row - Type of the rows, which the test states and nothing checks. Default: any JSON object
   * @param source - Id of the source
   * @param query - Filter, account, limit
   * @returns The rows, and whether they are complete
   * @throws ConnectorError of `@wellhead/client` when the connector fails before the first row
   */
  async rows<Row = ExactRow>(source: string, query: RowsQuery = {}): Promise<ReadRows<Row>> {
    const account = query.account ?? this.#parts.account;
    const reading = await this.client.rows({ ...query, source, account, validate: false });
    const rows: Row[] = [];
    try {
      // The test states the type of the rows; nothing here depends on it.
      for await (const batch of reading) rows.push(...(batch.rows() as readonly Row[]));
    } catch (error) {
      if (!(error instanceof IncompleteRowsError)) throw error;
    }
    const { verdict } = reading;
    if (verdict === undefined) throw new TypeError("Could not read the rows: the reading did not end.");
    return { rows, verdict };
  }

  /**
   * Reads what has changed in a source, as a platform that keeps a copy of it does. Does not check the account first.
   *
   * @typeParam Row - Type of the rows, which the test states and nothing checks. Default: any JSON object
   * @param source - Id of the source, which must have a key
   * @param query - When the last run began, filter, account
   * @returns The changes
   * @throws ConnectorError of `@wellhead/client` when the connector fails
   */
  async changes<Row = ExactRow>(
    source: string,
    { since, filter = {}, account = this.#parts.account }: ChangesQuery,
  ): Promise<ReadChanges<Row>> {
    const [changed, deleted]: [Row[], Row[]] = [[], []];
    let isDelta = true;
    for await (const page of this.client.synchronizer.pages({
      type: source,
      types: [source],
      filter,
      account,
      validate: false,
      exact: true,
      operationId: randomUUID(),
      lastSynchronizedAt: new Date(since).toISOString(),
    })) {
      isDelta &&= page.isDelta;
      for (const item of page.rows) {
        // Asked for exact values, a connector sends the row of the source beside the members of the protocol.
        const list = item["__syncAction"] === "REMOVE" ? deleted : changed;
        // The test states the type of the rows; nothing here depends on it.
        list.push(item["row"] as Row);
      }
    }
    return { changed, deleted, isDelta };
  }

  /**
   * Judges the connector with the conformance suite.
   *
   * @param options - Source and filter that work, and explained warnings
   * @returns The report
   * @throws Error that lists every requirement that is not met, cannot be judged, or warns without an explanation
   */
  async assertConforms(options: AssertConformsOptions = {}): Promise<ConformanceReport> {
    const { account } = this.#parts;
    // A machine that runs tests is busy, so only a very slow response counts as a fault.
    const limits = { requestTimeout: 60_000, ...(account && { account }) };
    const report = await runConformance(this.url, { ...limits, ...options });
    const faults = findFaults(report.results, options.explained);
    if (faults.length > 0) throw new Error(`The connector does not conform:\n${faults.join("\n")}`);
    return report;
  }

  /**
   * Fails when a response on the tape was not requested, so that a test cannot succeed after the first page, and when
   * something else was requested, even if the connector has ignored the failure.
   *
   * @throws Error that lists the responses or the requests
   */
  assertAllRead(): void {
    const missed = this.#parts.missed();
    if (missed.length > 0) throw new Error(missed.join("\n"));
    const unread = this.#parts.unread();
    if (unread.length > 0)
      throw new Error(
        `The connector left ${unread.length} of the recorded responses unread:\n${unread.join("\n")}`,
      );
  }

  /**
   * Stops the service, without checking what was read.
   *
   * @returns Resolves once everything is closed
   */
  stop(): Promise<void> {
    return this.#parts.stop();
  }

  /**
   * Stops the service.
   *
   * @throws Error when a response of the upstream was not requested; use {@link stop} where that is intended
   */
  async close(): Promise<void> {
    await this.stop();
    this.assertAllRead();
  }
}
