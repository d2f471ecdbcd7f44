import {
  accountInvalid,
  type Connector,
  defineConnector,
  type Http,
  type HttpDefinition,
  memberAt,
} from "@wellhead/sdk";
import { restAccounts } from "./account/rest-accounts.js";
import { declaredColumns } from "./columns/make-columns.js";
import { sampleColumns } from "./columns/sample-columns.js";
import { makePaging } from "./config/paging-config.js";
import { type RestConfig, readRestConfig } from "./config/rest-config.js";
import type { SourceConfig } from "./config/source-config.js";
import { makeFilter } from "./filter/make-filter.js";
import { faultFinder } from "./find-fault.js";
import { flattenRow } from "./rows/flatten-row.js";
import { pickColumns } from "./rows/pick-columns.js";
import { readItems } from "./rows/read-items.js";
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
    accounts: restAccounts(account),
    http: {
      baseUrl,
      fault: faultFinder({
        graphql: Object.values(rest.sources).some(({ graphql }) => graphql !== undefined),
      }),
      ...(headers && { headers }),
      ...(rate && { rate: limitsOf(rate) }),
      ...(paging && { paging: makePaging(paging) }),
    },
    ...(check && { identify: ({ http }: { readonly http: Http }) => identify(http, check, name) }),
    sources: (source) =>
      Object.fromEntries(
        Object.entries(rest.sources).map(([key, one]) => [
          key,
          source(
            restSource({
              ...(paging && { paging: one.job === undefined ? paging : { kind: "none" } }),
              ...one,
            }),
          ),
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

function restSource(config: SourceConfig) {
  const toRow = config.fields === undefined ? flattenRow : pickColumns(config.fields);
  return {
    name: config.name,
    ...(config.description !== undefined && { description: config.description }),
    filter: makeFilter(config.filter),
    fields:
      config.fields === undefined
        ? ({ http, signal, filter: values }: SourceCall) => sampleColumns({ http, signal, values }, config)
        : declaredColumns(config.fields),
    rows: ({ http, signal, filter: values }: SourceCall) =>
      toRows(readItems({ http, signal, values }, config), toRow),
  };
}

interface SourceCall {
  readonly http: Http;
  readonly signal: AbortSignal;
  readonly filter: object;
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
