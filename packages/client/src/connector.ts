import { type Account, accountKindOf, completeAccount } from "./account/account.js";
import {
  type FinishSignInOptions,
  finishSignIn,
  type SignIn,
  type StartSignInOptions,
  startSignIn,
} from "./account/oauth.js";
import type { Application, Column, Option, Source } from "./describe/application.js";
import { readApplication } from "./describe/read-application.js";
import { readColumns } from "./describe/read-columns.js";
import { readOptions } from "./describe/read-options.js";
import { resolveDates } from "./filter/resolve-dates.js";
import { connectorAddress } from "./http/connector-address.js";
import { ConnectorError } from "./http/connector-error.js";
import type { ExchangeObserver } from "./http/exchange-observer.js";
import { requestJson, requestText, send, type Transport } from "./http/send.js";
import { isRecord, type JsonRecord, scalarText, textOf } from "./json/lenient-json.js";
import { RowReading } from "./rows/row-reading.js";

/** Options of a {@link Connector}. */
export interface ConnectorOptions {
  /** Sends the requests; the runtime's own `fetch` when omitted. */
  readonly fetch?: typeof fetch;
  /** Headers of every request, such as credentials of the caller; none when omitted. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hears of every exchange; nobody does when omitted. */
  readonly observe?: ExchangeObserver;
  /** Returns the current time in milliseconds since 1970, for date expressions; the system's clock when omitted. */
  readonly now?: () => number;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Whose rows, options or columns are asked for. */
export interface AccountOptions extends CallOptions {
  /** The stored account; the connector's only kind without members when omitted. */
  readonly account?: Account | undefined;
}

/** Options of {@link Connector.options}. */
export interface FieldOptionsOptions extends AccountOptions {
  /** Id of the source. */
  readonly source: string;
  /** Id of the field. */
  readonly field: string;
  /** Values of the fields that the options depend on, by id. */
  readonly dependsOn?: JsonRecord;
}

/** Options of {@link Connector.rows}. */
export interface RowsOptions extends AccountOptions {
  /** Id of the source. */
  readonly source: string;
  /** Values by field id; dates may be expressions such as `LAST 3 WEEKS`. */
  readonly filter?: JsonRecord;
  /** Maximum number of rows, enforced here where the connector ignores it; all when omitted. */
  readonly limit?: number | undefined;
  /** Rows to leave out at the start, dropped here because a connector may ignore it; 0 when omitted. */
  readonly skip?: number | undefined;
  /** Whether POST /validate is called before, as a platform does; `true` when omitted and an account is given. */
  readonly validate?: boolean;
  /** Called with the account when POST /validate has changed it, before any row: store it, the old token may be void. */
  readonly onAccount?: (account: Account) => void | Promise<void>;
  /** Zone of days in date expressions; the account's own when omitted and the connector knows it, else UTC. */
  readonly zone?: string;
}

/** The logo of a connector: the image itself, or where it is. */
export type Logo = { readonly svg: string } | { readonly address: URL };

// Lines where the connector has them, else the array that every connector has, else CSV.
const rowMediaTypes = "application/x-ndjson, application/json;q=0.9, text/csv;q=0.5, */*;q=0.1";

/**
 * A connector at an address, in whatever language it is written: the platform's side of the interface.
 *
 * @see The connector contract
 */
export class Connector {
  readonly #transport: Transport;
  readonly #now: () => number;
  #application: Promise<Application> | undefined;

  /**
   * Prepares to call a connector; nothing is sent yet.
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

  /**
   * Asks the connector to describe itself. Later calls of other methods use this answer.
   *
   * @param options - What ends the call
   * @returns Accounts, sources, filters and columns
   * @throws ConnectorError when it does not answer, refuses, or is not a connector
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
   * Checks an account, which is also what refreshes its tokens.
   *
   * @param account - The stored account, or what the person entered with the kind under `auth`
   * @param options - What ends the call
   * @returns The account as it is to be stored: the given members, replaced by those of the answer
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
   * Asks for the options of a field.
   *
   * @param options - Source, field, account, values of other fields
   * @returns The options, each value once
   * @throws ConnectorError when the connector refuses
   * @see The connector contract, POST /datalist
   */
  async options({
    source,
    field,
    account,
    dependsOn = {},
    signal,
  }: FieldOptionsOptions): Promise<readonly Option[]> {
    const values = Object.entries(dependsOn).map(([id, value]) => [id, queryText(value)] as const);
    const answer = await requestJson(this.#transport, {
      method: "POST",
      path: "/datalist",
      query: { source, field, ...Object.fromEntries(values) },
      body: await this.#complete(account, signal),
      signal,
    });
    return readOptions(answer);
  }

  /**
   * Asks for the columns of a source: from POST /schema where the connector has it, else from GET /.
   *
   * @param options - Source, account and filter
   * @returns The columns; `undefined` when the connector does not say
   * @throws ConnectorError when the connector refuses
   * @see The connector contract, POST /schema
   */
  async schema({
    source,
    account,
    filter = {},
    signal,
  }: AccountOptions & Pick<RowsOptions, "source" | "filter">): Promise<readonly Column[] | undefined> {
    const application = await this.#describeOnce(signal);
    if (!application.hasSchema) return findSource(application, source).columns;
    const body = { source, account: await this.#complete(account, signal), filter };
    const answer = await requestJson(this.#transport, { method: "POST", path: "/schema", body, signal });
    return isRecord(answer) ? readColumns(answer) : undefined;
  }

  /**
   * Asks for the logo.
   *
   * @param options - What ends the call
   * @returns The SVG image or the address of one; `undefined` when the connector has no logo
   * @throws ConnectorError when the connector does not answer
   * @see The connector contract, GET /logo
   */
  async logo({ signal }: CallOptions = {}): Promise<Logo | undefined> {
    try {
      const svg = await requestText(this.#transport, {
        method: "GET",
        path: "/logo",
        accept: "image/svg+xml",
        signal,
      });
      return svg === "" ? undefined : { svg };
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.status === undefined) throw error;
      const location = error.headers?.get("location") ?? undefined;
      if (location === undefined || !URL.canParse(location, this.base)) return undefined;
      return { address: new URL(location, this.base) };
    }
  }

  /**
   * Asks for rows. The account is validated before, dates are resolved, `limit` and `skip` hold whatever the connector
   * makes of them.
   *
   * @param options - Source, account, filter, limit, skip
   * @returns The rows as they arrive, once the connector has accepted the request
   * @throws ConnectorError when the connector refuses; DateRangeError for an expression that cannot be read
   * @see The connector contract, POST /
   */
  async rows(options: RowsOptions): Promise<RowReading> {
    const { source, filter = {}, limit, skip = 0, signal } = options;
    const application = await this.#describeOnce(signal);
    const { filter: fields, columns } = findSource(application, source);
    const account = await this.#validated(options);
    const zone = options.zone ?? (await this.#zoneOf(account, application, signal));
    const answer = await send(this.#transport, {
      method: "POST",
      path: "/",
      accept: rowMediaTypes,
      signal,
      body: {
        source,
        account,
        filter: await resolveDates(filter, { fields, now: this.#now(), zone }),
        ...(limit !== undefined && { limit: skip + limit }),
      },
    });
    return new RowReading({ answer, account, columns: columns ?? [], skip, limit, signal });
  }

  /**
   * Starts a sign-in with OAuth.
   *
   * @param options - Version, callback address, state
   * @returns The sign-in, with the address to send the person to
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
   * @returns The account as it is to be stored
   * @throws ConnectorError `invalid` for a wrong state or a refusal of the provider, `refused` by the connector
   */
  finishSignIn(signIn: SignIn, options: FinishSignInOptions): Promise<Account> {
    return finishSignIn(this.#transport, signIn, options);
  }

  #describeOnce(signal: AbortSignal | undefined): Promise<Application> {
    return this.#application ?? this.describe({ signal });
  }

  async #complete(account: Account | undefined, signal: AbortSignal | undefined): Promise<Account> {
    return completeAccount(account ?? {}, (await this.#describeOnce(signal)).accountKinds);
  }

  async #validated({ account, validate, onAccount, signal }: RowsOptions): Promise<Account> {
    const complete = await this.#complete(account, signal);
    if (!(validate ?? account !== undefined)) return complete;
    const valid = await this.validate(complete, { signal });
    if (JSON.stringify(valid) !== JSON.stringify(complete)) await onAccount?.(valid);
    return valid;
  }

  async #zoneOf(
    account: Account,
    { hasTimezone }: Application,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    if (!hasTimezone) return "Z";
    const answer = await requestJson(this.#transport, {
      method: "POST",
      path: "/timezone",
      body: { account },
      signal,
    });
    return (isRecord(answer) && textOf(answer, "timeZone", "timezone")) || "Z";
  }
}

function findSource(application: Application, id: string): Source {
  const source = application.sources.find((candidate) => candidate.id === id);
  if (source !== undefined) return source;
  const known = application.sources.map((candidate) => `"${candidate.id}"`).join(", ");
  throw new RangeError(
    `Could not find the source "${id}": ${application.name} has ${known === "" ? "no sources" : known}. Use one of these.`,
  );
}

/** Writes a value as a query argument: several values are joined by commas, as the first generation reads them. */
function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => queryText(item)).join(",");
  return value === null ? "" : scalarText(value);
}
