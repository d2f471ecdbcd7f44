import { type Connector, defineConnector } from "@wellhead/sdk";
import { sampleColumns } from "../columns/sample-columns.js";
import { flattenRow } from "../rows/flatten-row.js";
import { readItems } from "../rows/read-items.js";
import { toRows } from "../rows/to-rows.js";
import { openAccounts } from "./open-accounts.js";
import { openFilter, openSource } from "./open-filter.js";

const logo = new URL("../../logo.svg", import.meta.url);

/**
 * Creates a connector whose user enters everything: the API's address and key in the account, and the path, query and
 * paging in the filter.
 *
 * @returns The connector
 */
export function openRestConnector(): Connector {
  return defineConnector({
    id: "rest",
    name: "REST",
    version: "1.0.0",
    description: "Any JSON, NDJSON or CSV API, described as you use it",
    logo,
    http: { baseUrl: ({ address }) => address },
    accounts: openAccounts,
    identify: async ({ account, http }) => {
      if (account.check !== undefined) await http.get(account.check).bytes();
      return { name: new URL(account.address).host };
    },
    sources: (source) => ({
      list: source({
        name: "List",
        filter: openFilter,
        fields: ({ http, signal, filter }) => sampleColumns(readItems({ http, signal }, openSource(filter))),
        validateFilter: ({ filter }) => {
          openSource(filter);
          return Promise.resolve();
        },
        rows: ({ http, signal, filter }) =>
          toRows(readItems({ http, signal }, openSource(filter)), flattenRow),
      }),
    }),
  });
}
