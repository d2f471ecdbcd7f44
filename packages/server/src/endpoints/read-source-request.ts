import type { AnyAccount } from "@wellhead/sdk";
import { readAccount } from "../account/read-account.js";
import { readFilter } from "../filter/read-filter.js";
import type { JsonObject } from "../request/json-object.js";
import { readId, readObject } from "../request/read-member.js";
import { type FoundSource, findSource, findSourceOrDefault } from "../source/find-source.js";
import { askZone } from "./ask-zone.js";
import { authorContext } from "./author-context.js";
import type { EndpointContext } from "./endpoint-context.js";
import { listSources } from "./list-sources.js";
import { useAccount } from "./use-account.js";

/** A validated request about a source. */
export interface SourceRequest extends FoundSource {
  readonly account: AnyAccount;
  readonly filter: Readonly<Record<string, unknown>>;
}

/**
 * Finds the source a request names.
 *
 * @param body - Body of the request
 * @param context - Context of the request
 * @param otherwise - `"default"` if a request without a source means the only or the default source
 * @returns The source and its id
 * @throws ConnectorError `missing_field` or `unknown_source`
 */
export async function requestedSource(
  body: JsonObject,
  context: EndpointContext,
  otherwise: "required" | "default",
): Promise<FoundSource> {
  const id = readId(body, "source");
  const sources = await listSources(context, id);
  const found = otherwise === "default" ? findSourceOrDefault(sources, id) : findSource(sources, id);
  context.source = found.id;
  // A connector may describe a source in full only when it is asked for that source by id.
  return id === undefined ? findSource(await listSources(context, found.id), found.id) : found;
}

/**
 * Reads the account of a request that has it in its member `account`.
 *
 * @param account - The member `account`
 * @param context - Context of the request
 * @returns The account
 * @throws ConnectorError as `readAccount` does, and `rate_limited` when the caller has tried too many invalid accounts
 */
export function requestedAccount(account: JsonObject, context: EndpointContext): AnyAccount {
  const { served, log, now } = context;
  const read = readAccount(account, {
    connector: served.connector,
    now: now(),
    keepSecret: (text) => log.keepSecret(text),
  });
  useAccount(read, context);
  return read;
}

/**
 * Reads the source, the account and the filter of a request, in this order.
 *
 * @param body - Body of the request
 * @param context - Context of the request
 * @param otherwise - `"default"` if a request without a source means the only or the default source
 * @returns All three
 * @throws ConnectorError naming the member or field that is missing or invalid
 * @see The connector contract, POST /
 */
export async function readSourceRequest(
  body: JsonObject,
  context: EndpointContext,
  otherwise: "required" | "default",
): Promise<SourceRequest> {
  const found = await requestedSource(body, context, otherwise);
  const account = requestedAccount(readObject(body, "account") ?? {}, context);
  const filter = await readFilter(found.source.filter, readObject(body, "filter") ?? {}, {
    now: context.now(),
    zone: () => askZone(context, account),
  });
  return { ...found, account, filter };
}

/**
 * Lets the source check the values of its filter.
 *
 * @param request - The request about the source
 * @param context - Context of the request
 * @throws ConnectorError that the source throws for an invalid value, `upstream_timeout` when it takes too long
 */
export async function checkFilter(
  { source, account, filter }: SourceRequest,
  context: EndpointContext,
): Promise<void> {
  if (source.validateFilter === undefined) return;
  await context.control.call({ action: "Check filter" }, () =>
    source.validateFilter?.(authorContext(context, account, { more: { filter } })),
  );
}
