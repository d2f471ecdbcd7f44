import {
  accountInvalid,
  type Changes,
  type Connector,
  type DurationText,
  defineConnector,
  graphqlFault,
  type Http,
  type HttpAnswer,
  type HttpDefinition,
  memberAt,
} from "@wellhead/sdk";
import { restAccounts } from "./account/rest-accounts.js";
import { declaredColumns } from "./columns/make-columns.js";
import { sampleColumns } from "./columns/sample-columns.js";
import type { PagingConfig } from "./config/paging-config.js";
import { type RestConfig, readRestConfig } from "./config/rest-config.js";
import type { ChangesConfig, SourceConfig } from "./config/source-config.js";
import { checkEnds } from "./filter/check-ends.js";
import { makeFilter } from "./filter/make-filter.js";
import { flattenRow } from "./rows/flatten-row.js";
import { checkNames, pickColumns } from "./rows/pick-columns.js";
import { readItems } from "./rows/read-items.js";
import { readWindows } from "./rows/read-windows.js";
import { toRows } from "./rows/to-rows.js";

const logo = new URL("../logo.svg", import.meta.url);

/**
 * Creates a connector for a JSON, NDJSON or CSV API from its configuration.
 *
 * @param config - The content of `api.json`, which is validated
 * @returns The connector
 * @throws TypeError naming the first error of the configuration and its path
 * @example
 * ```ts
 * export default restConnector({
 *   id: "stations",
 *   name: "Weather stations",
 *   baseUrl: "https://api.stations.example/v1",
 *   sources: { stations: { name: "Stations", path: "stations", items: "data" } },
 * });
 * ```
 */
export function restConnector(config: RestConfig): Connector {
  const { id, name, version = "1.0.0", site, color, ...rest } = readRestConfig(config);
  const { baseUrl, headers, rate, paging, check, account } = rest;
  return defineConnector({
    id,
    name,
    version,
    description: rest.description ?? `Reads ${name}`,
    logo,
    ...(site !== undefined && { site }),
    ...(color !== undefined && { color }),
    accounts: restAccounts(account, name),
    http: {
      baseUrl,
      fault: faultFinder({
        graphql: Object.values(rest.sources).some(({ graphql }) => graphql !== undefined),
      }),
      ...(headers && { headers }),
      ...(rate && { rate: limitsOf(rate) }),
    },
    ...(check && { identify: ({ http }: { readonly http: Http }) => identify(http, check, name) }),
    sources: (source) =>
      Object.fromEntries(
        Object.entries(rest.sources).map(([key, one]) => [
          key,
          source(restSource(paging === undefined ? one : withPaging(one, paging))),
        ]),
      ),
  });
}

async function identify(
  http: Http,
  { path, name }: NonNullable<RestConfig["check"]>,
  fallback: string,
): Promise<{ readonly name: string }> {
  const answer = await http.get(path).json();
  if (name === undefined) return { name: fallback };
  const found = memberAt(answer, name);
  if (typeof found === "string" && found !== "") return { name: found };
  throw accountInvalid(
    `Could not sign in: the response has no name at "${name}". Check whether the account is valid.`,
  );
}

/** Adds the paging of the file to the lists of a source that do not have their own. */
function withPaging(source: SourceConfig, paging: PagingConfig): SourceConfig {
  const { parents, filter = {}, job } = source;
  const fields = Object.entries(filter).map(
    ([id, field]) =>
      [id, { ...field, ...(field.options && { options: { paging, ...field.options } }) }] as const,
  );
  return {
    // The file of an export is a single response.
    paging: job === undefined ? paging : { kind: "none" },
    ...source,
    ...(parents && { parents: { paging, ...parents } }),
    filter: Object.fromEntries(fields),
  };
}

function restSource(config: SourceConfig) {
  const { fields, key, changes, windows, description } = config;
  const toRow = fields === undefined ? flattenRow : pickColumns(fields);
  const checkFirst = fields && ((items: readonly unknown[]) => checkNames(fields, items));
  const read = (call: SourceCall): AsyncIterable<readonly unknown[]> => {
    const { http, signal, filter, since } = call;
    const context = { http, signal, values: changes === undefined ? filter : { ...filter, since } };
    return windows === undefined ? readItems(context, config) : readWindows(context, windows, config);
  };
  return {
    name: config.name,
    ...(description !== undefined && { description }),
    filter: makeFilter(config.filter),
    ...(key && { key }),
    ...(changes && { changes: changesOf(changes) }),
    fields: fields === undefined ? (call: SourceCall) => sampleColumns(read(call)) : declaredColumns(fields),
    validateFilter: ({ filter }: SourceCall) => {
      checkEnds(config, filter);
      return Promise.resolve();
    },
    rows: (call: RowsCall) => {
      checkEnds(config, call.filter);
      return toRows(read(call), toRow, checkFirst);
    },
  };
}

interface SourceCall {
  readonly http: Http;
  readonly signal: AbortSignal;
  readonly filter: object;
  /** Instant from which changes are requested. */
  readonly since?: string | undefined;
}

type RowsCall = SourceCall & { readonly since: string | undefined };

function changesOf({ by, lookback, fullEvery }: ChangesConfig): Changes {
  return {
    by,
    ...(lookback !== undefined && { lookback: durationOf(lookback) }),
    ...(fullEvery !== undefined && { fullEvery: durationOf(fullEvery) }),
  };
}

function durationOf(text: string): DurationText {
  // It was read as a number and a unit, between which the kit has a space.
  return text.replace(/^(\d+) ?/, "$1 ") as DurationText;
}

function limitsOf({
  requests,
  seconds,
  maxConcurrent,
}: NonNullable<RestConfig["rate"]>): NonNullable<HttpDefinition["rate"]> {
  return [
    ...(requests !== undefined && seconds !== undefined ? [{ requests, seconds }] : []),
    ...(maxConcurrent === undefined ? [] : [{ maxConcurrent }]),
  ];
}

/** Errors of a token endpoint about an invalid client (RFC 6749, section 5.2). */
const clientErrors: ReadonlySet<unknown> = new Set([
  "invalid_client",
  "unauthorized_client",
  "invalid_scope",
]);

/**
 * Creates a function that finds the errors that OAuth and GraphQL report in the body of a response.
 *
 * @param options - Whether the API uses GraphQL
 * @returns A function that returns the error to throw for a response, or `undefined` when the general rules apply
 */
function faultFinder({ graphql }: { readonly graphql: boolean }): (answer: HttpAnswer) => Error | undefined {
  return (answer) => refusedClient(answer) ?? (graphql ? graphqlFault(answer) : undefined);
}

function refusedClient({ status, body }: HttpAnswer): Error | undefined {
  const error = memberAt(body, "error");
  if (status !== 400 || !clientErrors.has(error)) return undefined;
  return accountInvalid(
    `Could not sign in: the API refused the client (${String(error)}). Check its id, secret and scope.`,
  );
}
