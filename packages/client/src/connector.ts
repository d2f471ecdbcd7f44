import type { dataMediaTypes } from "@wellhead/contract/vocabulary";
import { type Account, accountKindOf, completeAccount } from "./account/account.js";
import type { AccountOptions, CallOptions } from "./account/account-options.js";
import {
  type FinishSignInOptions,
  finishSignIn,
  type SignIn,
  type StartSignInOptions,
  startSignIn,
} from "./account/oauth.js";
import { ArrowReading } from "./arrow/arrow-reading.js";
import { refusesArrow } from "./arrow/refuses-arrow.js";
import type {
  ConnectorOptions,
  FieldOptionsOptions,
  Logo,
  RowsOptions,
  SourceOptions,
} from "./connector-options.js";
import type { Application, Column, Option } from "./describe/application.js";
import { findSource } from "./describe/find-source.js";
import { readApplication } from "./describe/read-application.js";
import { readColumns } from "./describe/read-columns.js";
import { readOptions } from "./describe/read-options.js";
import { refuseUnknownFilter } from "./filter/refuse-unknown-filter.js";
import { resolveDates } from "./filter/resolve-dates.js";
import { connectorAddress } from "./http/connector-address.js";
import { ConnectorError, isMissingEndpoint } from "./http/connector-error.js";
import type { PlainRequest } from "./http/plain-request.js";
import { type Answer, requestJson, requestText, send, sendPlain, type Transport } from "./http/send.js";
import { isRecord, type JsonRecord, scalarText, textOf } from "./json/lenient-json.js";
import { endedLines } from "./rows/line-splitter.js";
import { RowReading } from "./rows/row-reading.js";
import { Synchronizer } from "./synchronizer/synchronizer.js";

// Prefers NDJSON, with an end line if possible, then the array that every connector supports, then CSV.
const rowMediaTypes = `${endedLines}, application/x-ndjson;q=0.9, application/json;q=0.8, text/csv;q=0.5, */*;q=0.1`;

const arrowMediaType: typeof dataMediaTypes.arrow = "application/vnd.apache.arrow.stream";
// Prefers Arrow, then what rows are usually requested as.
const batchMediaTypes = `${arrowMediaType}, ${endedLines};q=0.95, application/x-ndjson;q=0.9, application/json;q=0.8, text/csv;q=0.5, */*;q=0.1`;

/**
 * A connector at an address, in whatever language it is written, as the platform's side of the interface sees it.
 *
 * @see The connector contract
 */
export class Connector {
  readonly #transport: Transport;
  readonly #now: () => number;
  #application: Promise<Application> | undefined;

  /**
   * Prepares to call a connector. Nothing is sent yet.
   *
   * @param address - Base address, such as `http://127.0.0.1:8642`
   * @param options - `fetch`, headers, observer and clock
   * @throws TypeError when the address is not a web address
   */
  constructor(address: string | URL, options: ConnectorOptions = {}) {
    this.#transport = {
      base: connectorAddress(String(address)),
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      headers: options.headers ?? {},
      observe: options.observe ?? (() => undefined),
    };
    this.#now = options.now ?? Date.now;
  }

  /** Base address. */
  get base(): URL {
    return new URL(this.#transport.base);
  }

  /** The endpoints that read types of entities in pages, either in full or only the changes. */
  get synchronizer(): Synchronizer {
    return new Synchronizer(this.#transport, (options) => this.#validated(options));
  }

  /**
   * Requests the description of the connector. Later calls of other methods use it.
   *
   * @param options - Signal that aborts the call
   * @returns Accounts, sources, filters and columns
   * @throws ConnectorError when there is no response, the connector refuses, or the address is not that of a connector
   * @see The connector contract, GET /
   */
  describe({ signal }: CallOptions = {}): Promise<Application> {
    const application = requestJson(this.#transport, { method: "GET", path: "/", signal }).then(
      readApplication,
    );
    this.#application = application;
    application.catch(() => {
      if (this.#application === application) this.#application = undefined;
    });
    return application;
  }

  /**
   * Checks an account, which also refreshes its tokens.
   *
   * @param account - The stored account, or the values that the user entered, with the kind under `auth`
   * @param options - Signal that aborts the call
   * @returns The account to store: the given members, replaced by those of the response
   * @throws ConnectorError `refused` when the account does not work
   * @see The connector contract, POST /validate
   */
  async validate(account: Account, { signal }: CallOptions = {}): Promise<Account> {
    const complete = completeAccount(account, (await this.#describeOnce(signal)).accountKinds);
    const body = { id: accountKindOf(complete), fields: complete };
    const answer = await requestJson(this.#transport, { method: "POST", path: "/validate", body, signal });
    if (!isRecord(answer)) {
      throw new ConnectorError(
        "invalid",
        "Could not validate the account: expected account data from POST /validate. Report this to the author of the connector.",
      );
    }
    return { ...complete, ...answer };
  }

  /**
   * Requests the options of a field. The account is validated first.
   *
   * @param options - Source, field, account, values of other fields
   * @returns The options, each value once
   * @throws ConnectorError when the connector refuses; `invalid` when the response is not a list
   * @see The connector contract, POST /datalist
   */
  async options(options: FieldOptionsOptions): Promise<readonly Option[]> {
    const { source, field, dependsOn = {}, signal } = options;
    const values = Object.entries(dependsOn).map(([id, value]) => [id, queryText(value)] as const);
    const answer = await requestJson(this.#transport, {
      method: "POST",
      path: "/datalist",
      query: { source, field, ...Object.fromEntries(values) },
      body: await this.#validated(options),
      signal,
    });
    if (Array.isArray(answer)) return readOptions(answer);
    throw new ConnectorError(
      "invalid",
      `Could not read the options of "${field}": expected an array from POST /datalist. Report this to the author of the connector.`,
    );
  }

  /**
   * Requests the columns of a source: from POST /schema if the connector has it, otherwise from GET /. The account is
   * validated before POST /schema.
   *
   * @param options - Source, account and filter
   * @returns The columns; `undefined` when the connector does not declare them
   * @throws ConnectorError when the connector refuses
   * @see The connector contract, POST /schema
   */
  async schema(options: SourceOptions): Promise<readonly Column[] | undefined> {
    const { source, signal } = options;
    const application = await this.#describeOnce(signal);
    if (!application.hasSchema) return findSource(application, source).columns;
    const body = await this.#sourceBody(options);
    const answer = await requestJson(this.#transport, { method: "POST", path: "/schema", body, signal });
    return isRecord(answer) ? readColumns(answer) : undefined;
  }

  /**
   * Lets the connector check a filter, if it has POST /validate/filter. The account is validated first.
   *
   * @param options - Source, account and filter
   * @throws ConnectorError `refused` when the filter is invalid, with the id of the field if the connector names one
   * @see The connector contract, POST /validate/filter
   */
  async checkFilter(options: SourceOptions): Promise<void> {
    const body = await this.#sourceBody(options);
    try {
      const { signal } = options;
      await requestText(this.#transport, { method: "POST", path: "/validate/filter", body, signal });
    } catch (error) {
      // Connectors of the first generation check the filter when rows are requested.
      if (!isMissingEndpoint(error)) throw error;
    }
  }

  /**
   * Requests the time zone of an account, in which days of a filter start and end.
   *
   * @param options - The account
   * @returns An offset such as `+05:00`, or the name of a zone; `Z` when accounts of the connector have no zone
   * @throws ConnectorError when the connector does not respond, or refuses the account
   * @see The connector contract, POST /timezone
   */
  async timeZone(options: AccountOptions): Promise<string> {
    const { signal } = options;
    const { hasTimezone } = await this.#describeOnce(signal);
    if (!hasTimezone) return "Z";
    const body = { account: await this.#validated(options) };
    const answer = await requestJson(this.#transport, { method: "POST", path: "/timezone", body, signal });
    return (isRecord(answer) && textOf(answer, "timeZone", "timezone")) || "Z";
  }

  /**
   * Requests the logo.
   *
   * @param options - Signal that aborts the call
   * @returns The SVG image or the address of one; `undefined` when the connector has no logo
   * @throws ConnectorError when the connector does not respond
   * @see The connector contract, GET /logo
   */
  async logo({ signal }: CallOptions = {}): Promise<Logo | undefined> {
    try {
      const accept = "image/svg+xml";
      const svg = await requestText(this.#transport, { method: "GET", path: "/logo", accept, signal });
      return /<svg[\s>]/i.test(svg) ? { svg } : undefined;
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.status === undefined) throw error;
      const location = error.headers?.get("location") ?? undefined;
      if (location === undefined || !URL.canParse(location, this.base)) return undefined;
      return { address: new URL(location, this.base) };
    }
  }

  /**
   * Requests rows. The account is validated first, and dates are resolved. `limit` and `skip` apply even if the
   * connector ignores them.
   *
   * @param options - Source, account, filter, limit, skip
   * @returns The rows as they arrive, once the connector has accepted the request
   * @throws ConnectorError when the connector refuses, or `invalid` for an unknown filter, see `unknownFilter`;
   * DateRangeError for an expression that cannot be read
   * @see The connector contract, POST /
   */
  async rows(options: RowsOptions): Promise<RowReading> {
    const { limit, skip = 0, signal } = options;
    const body = await this.#sourceBody(options);
    const answer = await send(this.#transport, {
      method: "POST",
      path: "/",
      accept: rowMediaTypes,
      signal,
      body: { ...body, ...(limit !== undefined && { limit: skip + limit }) },
    });
    return this.#rowsOf(answer, body.account, options);
  }

  /**
   * Requests rows as record batches of Apache Arrow, or as {@link Connector.rows} does if the connector does not offer
   * Arrow, cannot write these rows as Arrow, or if rows are skipped. The account is validated first, and dates are resolved.
   *
   * @param options - Source, account, filter, limit, skip
   * @returns The rows as they arrive, once the connector has accepted the request. A connector may ignore `limit` in
   * record batches
   * @throws ConnectorError as {@link Connector.rows} does
   * @see docs/arrow.md
   */
  async batches(options: RowsOptions): Promise<ArrowReading | RowReading> {
    const { limit, skip = 0, signal } = options;
    if (skip > 0) return this.rows(options);
    const body = await this.#sourceBody(options);
    const { account } = body;
    try {
      const answer = await send(this.#transport, {
        method: "POST",
        path: "/",
        accept: batchMediaTypes,
        signal,
        body: { ...body, ...(limit !== undefined && { limit }) },
      });
      return isArrow(answer)
        ? new ArrowReading({ answer, account, signal })
        : await this.#rowsOf(answer, account, options);
    } catch (error) {
      if (!(error instanceof ConnectorError && refusesArrow(error))) throw error;
      return this.rows({ ...options, account, validate: false });
    }
  }

  /**
   * Requests rows as record batches of Apache Arrow. The account is validated first, and dates are resolved. The connector
   * applies `limit` and `skip`.
   *
   * @param options - Source, account, filter, limit, skip
   * @returns The record batches as they arrive, once the connector has accepted the request
   * @throws ConnectorError as {@link Connector.rows} does; `invalid` when the connector does not offer Arrow, or the
   * columns of the source cannot be written as Arrow
   * @see docs/arrow.md
   */
  async arrow(options: RowsOptions): Promise<ArrowReading> {
    const { limit, skip, signal } = options;
    const body = await this.#sourceBody(options);
    const answer = await send(this.#transport, {
      method: "POST",
      path: "/",
      accept: arrowMediaType,
      signal,
      body: { ...body, ...(limit !== undefined && { limit }), ...(skip !== undefined && { skip }) },
    });
    if (isArrow(answer)) return new ArrowReading({ answer, account: body.account, signal });
    const type = answer.headers.get("content-type") ?? "";
    // Leaving the body unread would keep the connection.
    await answer.body[Symbol.asyncIterator]().return?.();
    throw new ConnectorError(
      "invalid",
      `Could not read the rows as Arrow: the connector sent "${type.slice(0, 80)}". Request them as JSON.`,
    );
  }

  /**
   * Starts a sign-in with OAuth.
   *
   * @param options - Version, callback address, state
   * @returns The sign-in, with the address to redirect the user to
   * @throws ConnectorError when the connector refuses
   */
  startSignIn(options: StartSignInOptions): Promise<SignIn> {
    return startSignIn(this.#transport, options);
  }

  /**
   * Finishes a sign-in with OAuth.
   *
   * @param signIn - What the start returned
   * @param options - What the provider returned, and the account form
   * @returns The account to store
   * @throws ConnectorError `invalid` for a wrong state or a refusal of the provider, `refused` by the connector
   */
  finishSignIn(signIn: SignIn, options: FinishSignInOptions): Promise<Account> {
    return finishSignIn(this.#transport, signIn, options);
  }

  /**
   * Sends a request unchanged, such as one that an inspector sends again, and reads the response to its end. The
   * observer receives the response.
   *
   * @param request - Method, path, body
   * @returns The status of the response
   * @throws ConnectorError `unreachable` when there is no response
   */
  request(request: PlainRequest): Promise<number> {
    return sendPlain(this.#transport, request);
  }

  async #rowsOf(answer: Answer, account: Account, options: RowsOptions): Promise<RowReading> {
    const { source, limit, skip = 0, signal, allowCloseDelimited = false } = options;
    const { columns = [] } = findSource(await this.#describeOnce(signal), source);
    return new RowReading({ answer, account, columns, skip, limit, signal, allowCloseDelimited });
  }

  #describeOnce(signal: AbortSignal | undefined): Promise<Application> {
    return this.#application ?? this.describe({ signal });
  }

  async #validated({ account, validate, onAccount, signal }: AccountOptions): Promise<Account> {
    const complete = completeAccount(account ?? {}, (await this.#describeOnce(signal)).accountKinds);
    if (!(validate ?? account !== undefined)) return complete;
    const valid = await this.validate(complete, { signal });
    if (JSON.stringify(valid) !== JSON.stringify(complete)) await onAccount?.(valid);
    return valid;
  }

  /** Returns the body that names a source, with a valid account and a filter whose dates are resolved. */
  async #sourceBody(options: SourceOptions): Promise<SourceBody> {
    const { source, filter = {}, signal } = options;
    const application = await this.#describeOnce(signal);
    if (options.unknownFilter === "refuse") refuseUnknownFilter(filter, findSource(application, source));
    const account = await this.#validated(options);
    const zone = options.zone ?? (() => this.timeZone({ account, validate: false, signal }));
    const { filter: fields } = findSource(application, source);
    return { source, account, filter: await resolveDates(filter, { fields, now: this.#now(), zone }) };
  }
}

function isArrow({ headers }: Answer): boolean {
  return headers.get("content-type")?.split(";")[0]?.trim() === arrowMediaType;
}

interface SourceBody {
  readonly source: string;
  readonly account: Account;
  readonly filter: JsonRecord;
}

/** Writes a value as a query argument. Several values are joined by commas, as the first generation expects. */
function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => queryText(item)).join(",");
  return value === null || value === undefined ? "" : scalarText(value);
}
