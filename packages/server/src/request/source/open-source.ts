import { setMaxListeners } from "node:events";
import { openHttp, traced } from "@wellhead/runtime";
import {
  type Columns,
  ConnectorError,
  type DiscoverContext,
  type Fields,
  type Http,
  type Log,
  type Source,
} from "@wellhead/sdk";
import type { GivenAccount } from "../../wire/account-members.js";
import type { JsonObject } from "../../wire/parse-body.js";
import { askZone } from "../account/account-zone.js";
import { authorContext } from "../account/author-context.js";
import { openAccount, type RequestAccount } from "../account/request-account.js";
import { readFilter } from "../read-filter.js";
import type { RequestScope } from "../request-scope.js";

/** A request about a source, with unchecked values. */
export interface SourceRequest {
  readonly source: NamedSource;
  readonly account: GivenAccount;
  readonly filter: JsonObject;
}

/** A source with the account and the filter of a request. */
export interface OpenSource extends FoundSource {
  readonly account: RequestAccount;
  /** The values of the filter form. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/**
 * Finds the source of a request, then reads the account and the filter.
 *
 * @param request - The request about the source
 * @param scope - The request
 * @param missing - What a missing source means
 * @returns All three
 * @throws ConnectorError naming the member or field that is missing or invalid
 * @see The connector contract, POST /
 */
export async function openSource(
  request: SourceRequest,
  scope: RequestScope,
  missing: MissingSource,
): Promise<OpenSource> {
  const { id, source } = await requestedSource(request.source, scope, missing);
  const account = openAccount(request.account, scope, id);
  return await openFound({ id, source }, { account, filter: request.filter }, scope);
}

/** Options of {@link openFound}. */
export interface OpenFoundOptions {
  readonly account: RequestAccount;
  /** The values of the filter, as received. */
  readonly filter: JsonObject;
  /** The time that date expressions are relative to. Default: the current time. */
  readonly now?: Date;
}

/**
 * Reads the filter for a source whose account is open.
 *
 * @param found - The source
 * @param options - The account and the filter
 * @param scope - The request
 * @returns All three
 * @throws ConnectorError `missing_field` or `invalid_field` naming the field of the filter
 */
export async function openFound(
  { id, source }: FoundSource,
  { account, filter, now }: OpenFoundOptions,
  scope: RequestScope,
): Promise<OpenSource> {
  const zone = (): Promise<string | undefined> => askZone(account, scope);
  return {
    id,
    source,
    account,
    filter: await traced({ name: "filter" }, async () =>
      readFilter(source.filter, filter, {
        now: now ?? scope.service.now(),
        maxValues: scope.service.limits.maxFilterValues,
        zone,
      }),
    ),
  };
}

/**
 * Lets the source check the values of its filter.
 *
 * @param open - The source and the filter
 * @param scope - The request
 * @throws ConnectorError that the source throws for an invalid value, `upstream_timeout` when it takes too long
 */
export async function checkFilter(
  { source, account, filter }: OpenSource,
  scope: RequestScope,
): Promise<void> {
  if (source.validateFilter === undefined) return;
  await scope.control.call({ action: "check the filter" }, () =>
    source.validateFilter?.(authorContext(scope, account, { more: { filter } })),
  );
}

/**
 * Returns the columns of a source, declared or computed.
 *
 * @param open - Source, account and filter
 * @param scope - The request
 * @returns The columns; `undefined` when the source does not know them
 * @throws ConnectorError `upstream_timeout` when the source takes too long, and whatever the source throws
 */
export async function readColumns(
  { source, account, filter }: OpenSource,
  scope: RequestScope,
): Promise<Columns | undefined> {
  const { fields } = source;
  if (typeof fields !== "function") return fields;
  return scope.control.call({ action: "read the columns", limit: scope.service.limits.answerTimeout }, () =>
    fields(authorContext(scope, account, { more: { filter } })),
  );
}

/** How a request names a source. */
export interface NamedSource {
  /** Id of the source; `undefined` when the request names none. */
  readonly id: string | undefined;
  /** Member of the request that holds the id, for errors. */
  readonly member: string;
}

/** What a request without a source means: an error, or the only or the default source. */
export type MissingSource = "required" | "default";

/** A source with its id. */
export interface FoundSource {
  readonly id: string;
  readonly source: Source;
}

/** Never aborted: other requests may wait for what one of them has started. */
const endless = new AbortController().signal;
// All calls that find sources listen to it while they run.
setMaxListeners(0, endless);

/** What a connector gets to find its sources. The client is created on first access, because most never use it. */
class DiscoverScope implements DiscoverContext {
  readonly #scope: RequestScope;
  #http: Http | undefined;

  /** @param scope - The request that needs the sources */
  constructor(scope: RequestScope) {
    this.#scope = scope;
  }

  get log(): Log {
    return this.#scope.log;
  }

  get http(): Http {
    const { served, service, log, requestId, caller } = this.#scope;
    const { connector } = served;
    return (this.#http ??= openHttp({
      connector: connector.id,
      definition: connector.http,
      context: { account: { kind: "none" }, signal: endless, log, requestId, caller },
      variables: service.accounts.environment.variables,
      interactive: true,
    }));
  }
}

/**
 * Asks a connector for its sources.
 *
 * A connector whose sources never change returns the same promise every time, so that promise is awaited only once.
 *
 * @param scope - The request
 * @param id - Source that the request is about. Default: all of them
 * @returns Sources by id; a promise only if they must be awaited
 * @throws ConnectorError `upstream_timeout` when the connector takes too long, and whatever the connector throws
 */
export function listSources(
  scope: RequestScope,
  id?: string,
): ReadonlyMap<string, Source> | Promise<ReadonlyMap<string, Source>> {
  const { served, control } = scope;
  const context = new DiscoverScope(scope);
  const listed =
    control.egress === undefined
      ? served.connector.sources(id, context)
      : control.enter(() => served.connector.sources(id, context));
  return served.settledSources(listed) ?? wait();

  async function wait(): Promise<ReadonlyMap<string, Source>> {
    const sources = await control.call({ action: "list the sources" }, () => listed);
    served.rememberSources(listed, sources);
    return sources;
  }
}

/**
 * Finds the source that a request names.
 *
 * @param named - How it names it
 * @param scope - The request
 * @param missing - What a missing id means
 * @returns The source and its id
 * @throws ConnectorError `missing_field` or `unknown_source`
 */
export async function requestedSource(
  named: NamedSource,
  scope: RequestScope,
  missing: MissingSource,
): Promise<FoundSource> {
  const { id, member } = named;
  const listed = listSources(scope, id);
  const sources = listed instanceof Promise ? await listed : listed;
  const chosen = id === undefined && missing === "default" ? defaultOf(sources) : id;
  const found = findSource(sources, { id: chosen, member });
  scope.log.source = found.id;
  // A connector may describe a source in full only when it is asked for that source by id.
  return id === undefined ? findSource(await listSources(scope, found.id), { id: found.id, member }) : found;
}

/** Returns the id of the only source, or of the one that is the default. */
function defaultOf(sources: ReadonlyMap<string, Source>): string | undefined {
  const entries = [...sources];
  const [id] =
    entries.length === 1 ? (entries[0] ?? []) : (entries.find(([, source]) => source.default === true) ?? []);
  return id;
}

function findSource(sources: ReadonlyMap<string, Source>, { id, member }: NamedSource): FoundSource {
  if (id === undefined) {
    throw new ConnectorError(
      "missing_field",
      `Could not choose a source: "${member}" is required. ${knownIds(sources)}`,
      { field: member },
    );
  }
  const source = sources.get(id);
  if (source !== undefined) return { id, source };
  throw new ConnectorError(
    "unknown_source",
    `Could not find the source "${id.slice(0, 80)}". ${knownIds(sources)}`,
    { field: member },
  );
}

function knownIds(sources: ReadonlyMap<string, Source>): string {
  if (sources.size === 0) return "The connector has no sources at the moment.";
  const ids = [...sources.keys()].slice(0, 8).map((id) => `"${id}"`);
  return `Choose one of ${ids.join(", ")}${sources.size > 8 ? ", …" : ""}.`;
}

/**
 * Lists the sources that can be synchronized: those whose columns and key are known, or computed for an account.
 *
 * @param sources - Current sources of the connector
 * @returns The sources, in order
 */
export function synchronizedSources(sources: ReadonlyMap<string, Source>): readonly FoundSource[] {
  return [...sources].filter(([, source]) => isSynchronized(source)).map(([id, source]) => ({ id, source }));
}

function isSynchronized(source: Source): boolean {
  const { fields, key } = source;
  if (fields === undefined) return false;
  if (source.synchronization !== undefined || key !== undefined) return true;
  return typeof fields === "object" && keyOf(fields, key) !== undefined;
}

/**
 * Returns the filter fields that a source shares with others.
 *
 * @param source - The source
 * @returns The fields by id
 */
export function sharedFields({ filter, sharedFilter }: Source): Fields {
  if (sharedFilter === undefined) return filter;
  return Object.fromEntries(Object.entries(filter).filter(([id]) => sharedFilter.includes(id)));
}

/**
 * Returns the columns that identify a row.
 *
 * @param columns - Columns of the source
 * @param key - The key that the source declares. Default: the only column of type `id`
 * @returns Ids of the columns; `undefined` when the source has no key
 */
export function keyOf(columns: Columns, key: readonly string[] | undefined): readonly string[] | undefined {
  if (key !== undefined && key.length > 0) return key;
  const ids = Object.entries(columns).filter(([, { column }]) => column === "id");
  return ids.length === 1 ? ids.map(([id]) => id) : undefined;
}
