import { traced } from "@wellhead/runtime";
import type { Columns } from "@wellhead/sdk";
import { askZone } from "../account/account-zone.js";
import { authorContext } from "../account/author-context.js";
import { openAccount } from "../account/open-account.js";
import type { RequestAccount } from "../account/request-account.js";
import { readFilter } from "../filter/read-filter.js";
import type { GivenAccount } from "../request/account-members.js";
import type { JsonObject } from "../request/read-member.js";
import type { RequestScope } from "../scope/request-scope.js";
import { type FoundSource, type MissingSource, type NamedSource, requestedSource } from "./find-source.js";

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
      readFilter(source.filter, filter, { now: now ?? scope.service.now(), zone }),
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
