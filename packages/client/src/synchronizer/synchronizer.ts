import type { Account } from "../account/account.js";
import type { AccountOptions } from "../account/account-options.js";
import type { Option } from "../describe/application.js";
import { readOptions } from "../describe/read-options.js";
import { ConnectorError, isMissingEndpoint } from "../http/connector-error.js";
import { type Answer, requestJson, requestText, send, type Transport } from "../http/send.js";
import { isRecord, type JsonRecord } from "../json/lenient-json.js";
import { type EntityPage, PageProgress, type PagesState, readPage } from "./entity-page.js";
import { type EntitySchema, readEntitySchema } from "./entity-schema.js";
import { readConfig, type SynchronizerConfig } from "./synchronizer-config.js";

/** Options of the calls that are about selected types. */
export interface EntityOptions extends AccountOptions {
  /** Ids of the selected types. Default: all. */
  readonly types?: readonly string[] | undefined;
  /** Values of the shared filter form by field id. Default: none. */
  readonly filter?: JsonRecord;
  /**
   * Whether to request the columns and rows of the source as reports have them. Each field of the schema then has its
   * `column`, and each item of a page the members `id` and `row`, if the connector can do so. Default: `false`.
   */
  readonly exact?: boolean | undefined;
}

/** Options of `Synchronizer.pages`. */
export interface PagesOptions extends EntityOptions {
  /** Id of the type to read. */
  readonly type: string;
  /**
   * Schema that the connector receives with each request, unless its fields have their `column`: such a connector does not
   * need it, and that of a large database may be larger than a request may be. Default: not sent.
   */
  readonly schema?: EntitySchema | undefined;
  /** Start of the last complete run, in ISO 8601: requests only changes since then. Absent in the first run. */
  readonly lastSynchronizedAt?: string | undefined;
  /** Version of the configuration. Default: not sent. */
  readonly version?: string | undefined;
  /** Id of the run, the same for all of its pages. Default: not sent. */
  readonly operationId?: string | undefined;
  /** State after the last page that was read. Default: the first page. */
  readonly from?: PagesState | undefined;
}

/** Options of `Synchronizer.options`. */
export interface EntityOptionsOptions extends AccountOptions {
  /** Ids of the selected types. Default: all. */
  readonly types?: readonly string[] | undefined;
  /** Id of the filter field. */
  readonly field: string;
  /** Values of the fields that the options depend on, by id. */
  readonly dependsOn?: JsonRecord;
}

/** Options of `Synchronizer.resource`. */
export interface ResourceOptions extends EntityOptions {
  /** The value of a file field, `app://resource?…`. */
  readonly address: string;
}

/** Prepares the account of a call: adds its kind, and validates it unless the caller opts out. */
type PrepareAccount = (options: AccountOptions) => Promise<Account>;

const base = "/api/v1/synchronizer";

/**
 * The synchronizer endpoints of a connector: types of entities with relations, read in pages, either in full or only
 * the changes. Created by `Connector.synchronizer`. Like the calls of `Connector`, each call validates the account that
 * it uses.
 *
 * @see The synchronizer contract
 */
export class Synchronizer {
  readonly #transport: Transport;
  readonly #prepareAccount: PrepareAccount;

  /**
   * Use `Connector.synchronizer` instead.
   *
   * @param transport - How to reach the connector
   * @param prepareAccount - Completes and validates an account
   */
  constructor(transport: Transport, prepareAccount: PrepareAccount) {
    this.#transport = transport;
    this.#prepareAccount = prepareAccount;
  }

  /**
   * Requests the types.
   *
   * @param options - Account
   * @returns Types, filter form and version
   * @throws ConnectorError when the connector refuses or does not synchronize
   * @see The synchronizer contract, POST config
   */
  async config(options: AccountOptions = {}): Promise<SynchronizerConfig> {
    const account = await this.#prepareAccount(options);
    return readConfig(await this.#ask("config", { account }, options));
  }

  /**
   * Requests the fields of types.
   *
   * @param options - Types, account and filter
   * @returns Fields by type; a connector may also return types that were not requested
   * @throws ConnectorError when the connector refuses
   * @see The synchronizer contract, POST schema
   */
  async schema(options: EntityOptions = {}): Promise<EntitySchema> {
    return readEntitySchema(await this.#ask("schema", await this.#body(options), options));
  }

  /**
   * Reads a type page by page. From the second page on, the next one is requested while a page is processed: one page at a
   * time, whose error is thrown only when it is read. Each page has the position from which a later call can continue, even
   * in another process.
   *
   * @param options - Type, account, filter, when the last run began, where to continue
   * @returns Pages, until the connector reports no next one. Returning early aborts the request for the next page
   * @throws ConnectorError when the connector refuses, and `invalid` for positions that repeat or 1,000 pages in a row
   * without anything new. `isRetryable` says whether to continue later, after the last page that was received
   * @see The synchronizer contract, POST data
   */
  async *pages(options: PagesOptions): AsyncGenerator<EntityPage, void, undefined> {
    const { type, from, signal } = options;
    const ended = new AbortController();
    const signals = [ended.signal, ...(signal === undefined ? [] : [signal])];
    const request = await this.#pageRequest(options, AbortSignal.any(signals));
    const progress = new PageProgress(type, from);
    let state = from;
    let answer: Promise<unknown> | undefined;
    try {
      for (let isFirst = true; isFirst || state !== undefined; isFirst = false) {
        const page = readPage(await (answer ?? request(state)), type);
        progress.check(page);
        const pages: number = (state?.pages ?? 0) + 1;
        state = page.pagination === undefined ? undefined : { pagination: page.pagination, pages };
        // Who reads one page costs the connector one request.
        answer = state === undefined || isFirst ? undefined : request(state);
        yield { rows: page.rows, isDelta: page.isDelta, state };
      }
    } finally {
      ended.abort();
    }
  }

  /**
   * Requests the options of a filter field.
   *
   * @param options - Field, types, account, values of other fields
   * @returns The options, each value once
   * @throws ConnectorError when the connector refuses; `invalid` when the response is not a list
   * @see The synchronizer contract, POST datalist
   */
  async options(options: EntityOptionsOptions): Promise<readonly Option[]> {
    const { field, types = [], dependsOn = {} } = options;
    const account = await this.#prepareAccount(options);
    const answer = await this.#ask("datalist", { types, account, field, dependsOn }, options);
    const items = isRecord(answer) ? answer["items"] : answer;
    if (Array.isArray(items)) return readOptions(items);
    throw new ConnectorError(
      "invalid",
      `Could not read the options of "${field}": expected an object with "items" from POST ${base}/datalist. Report this to the author of the connector.`,
    );
  }

  /**
   * Lets the connector check a filter, if it has POST filter/validate.
   *
   * @param options - Types, account and filter
   * @throws ConnectorError `refused` when the filter is invalid, with the id of the field if the connector names one
   * @see The synchronizer contract, POST filter/validate
   */
  async validateFilter(options: EntityOptions): Promise<void> {
    const body = await this.#body(options);
    const { signal } = options;
    try {
      await requestText(this.#transport, { method: "POST", path: `${base}/filter/validate`, body, signal });
    } catch (error) {
      if (!isMissingEndpoint(error)) throw error;
    }
  }

  /**
   * Fetches the file that a field of an entity points to.
   *
   * @param options - The value of the field, and the account
   * @returns Status, headers and body of the response; read the body to its end, or cancel it
   * @throws TypeError when the value is not an `app://resource` address
   * @throws ConnectorError when the connector refuses
   * @see The synchronizer contract, POST resource
   */
  async resource(options: ResourceOptions): Promise<Answer> {
    const { address, signal } = options;
    const [start, ...query] = address.split("?");
    if (start !== "app://resource") {
      throw new TypeError(
        `Could not fetch the file: expected "app://resource?…", got "${start}". Fetch a web address without the connector.`,
      );
    }
    const params = Object.fromEntries(new URLSearchParams(query.join("?")));
    const body = { ...(await this.#body(options)), params };
    return send(this.#transport, { method: "POST", path: `${base}/resource`, body, accept: "*/*", signal });
  }

  /** Returns a function that requests the page at a position. */
  async #pageRequest(
    options: PagesOptions,
    signal: AbortSignal,
  ): Promise<(state: PagesState | undefined) => Promise<unknown>> {
    const { type, schema, lastSynchronizedAt, version, operationId } = options;
    const body = {
      requestedType: type,
      ...(await this.#body(options)),
      ...(schema !== undefined && !hasColumns(schema, type) && { schema: schema.raw }),
      lastSynchronizedAt,
      version,
      operationId,
    };
    return (state) => {
      const pagination = state === undefined ? {} : { pagination: state.pagination };
      const answer = this.#ask("data", { ...body, ...pagination }, { signal });
      // Whoever reads the page gets the error. Without a reader, nobody needs it.
      answer.catch(() => undefined);
      return answer;
    };
  }

  async #body(options: EntityOptions): Promise<JsonRecord> {
    const { types = [], filter = {}, exact } = options;
    const account = await this.#prepareAccount(options);
    return { types, account, filter, ...(exact === true && { exact }) };
  }

  #ask(endpoint: string, body: JsonRecord, { signal }: AccountOptions): Promise<unknown> {
    return requestJson(this.#transport, { method: "POST", path: `${base}/${endpoint}`, body, signal });
  }
}

function hasColumns({ types }: EntitySchema, type: string): boolean {
  return types.get(type)?.some(({ column }) => column !== undefined) === true;
}
