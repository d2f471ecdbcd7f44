import { askZone } from "../account/ask-zone.js";
import { authorContext } from "../account/author-context.js";
import { openAccount } from "../account/open-account.js";
import type { RequestAccount } from "../account/request-account.js";
import { readFilter } from "../filter/read-filter.js";
import type { JsonObject } from "../request/json-object.js";
import type { RequestScope } from "../scope/request-scope.js";
import { type FoundSource, findSource, findSourceOrDefault } from "./find-source.js";
import { listSources } from "./list-sources.js";

/** A request about a source, with unchecked values. */
export interface SourceRequest {
  /** Id of the source; `undefined` when the request names none. */
  readonly source: string | undefined;
  readonly account: JsonObject;
  readonly filter: JsonObject;
}

/** A source with the account and the filter of a request. */
export interface OpenSource extends FoundSource {
  readonly account: RequestAccount;
  /** The values of the filter form. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/** What a request without a source means: an error, or the only or the default source. */
export type MissingSource = "required" | "default";

/**
 * Finds the source that a request names.
 *
 * @param id - Its id; `undefined` when the request names none
 * @param scope - The request
 * @param missing - What a missing id means
 * @returns The source and its id
 * @throws ConnectorError `missing_field` or `unknown_source`
 */
export async function requestedSource(
  id: string | undefined,
  scope: RequestScope,
  missing: MissingSource,
): Promise<FoundSource> {
  const listed = listSources(scope, id);
  const sources = listed instanceof Promise ? await listed : listed;
  const found = missing === "default" ? findSourceOrDefault(sources, id) : findSource(sources, id);
  scope.log.source = found.id;
  // A connector may describe a source in full only when it is asked for that source by id.
  return id === undefined ? findSource(await listSources(scope, found.id), found.id) : found;
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
  const account = openAccount(request.account, scope, { source: id });
  const filter = await readFilter(source.filter, request.filter, {
    now: scope.service.now(),
    zone: () => askZone(account, scope),
  });
  return { id, source, account, filter };
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
  await scope.control.call({ action: "Check filter" }, () =>
    source.validateFilter?.(authorContext(scope, account, { more: { filter } })),
  );
}
