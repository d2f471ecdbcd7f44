import type { Connector } from "@wellhead/sdk";
import { checkInstalled } from "../command-line/optional-package.js";
import type {
  accountConnectors,
  addressConnectors,
  pathConnectors,
} from "../command-line/usage/serve-usage.js";

/** Loads each connector that is served by name alone, with its driver, only when the name is used. */
export const accountLoaders: Readonly<Record<(typeof accountConnectors)[number], () => Promise<Connector>>> =
  {
    airtable: async () => (await import("@wellhead/airtable")).default,
    clickhouse: async () => {
      checkInstalled(["@wellhead/clickhouse"]);
      return (await import("@wellhead/clickhouse")).clickhouse();
    },
    github: async () => (await import("@wellhead/github")).default,
    "google-sheets": async () => (await import("@wellhead/google-sheets")).default,
    hubspot: async () => (await import("@wellhead/hubspot")).default,
    jira: async () => (await import("@wellhead/jira")).default,
    mysql: async () => {
      checkInstalled(["@wellhead/mysql"]);
      return (await import("@wellhead/mysql")).mysql();
    },
    notion: async () => (await import("@wellhead/notion")).default,
    postgres: async () => {
      checkInstalled(["@wellhead/postgres"]);
      return (await import("@wellhead/postgres")).postgres();
    },
    stripe: async () => (await import("@wellhead/stripe")).default,
    trello: async () => (await import("@wellhead/trello")).default,
    trino: async () => (await import("@wellhead/trino")).trino(),
  };

/** Loads each connector that is served by name followed by the path of its data. */
export const pathLoaders: Readonly<
  Record<
    (typeof pathConnectors)[number],
    (options: { readonly path: string; readonly id?: string; readonly name?: string }) => Promise<Connector>
  >
> = {
  sqlite: async (options) => {
    checkInstalled(["@wellhead/sqlite"]);
    return (await import("@wellhead/sqlite")).sqlite(options);
  },
};

/** Loads each connector that is served by name and address. */
export const addressLoaders: Readonly<
  Record<
    (typeof addressConnectors)[number],
    (options: { readonly url: string; readonly id: string }) => Promise<Connector>
  >
> = {
  graphql: async (options) => (await import("@wellhead/graphql")).graphqlConnector(options),
  odata: async (options) => (await import("@wellhead/odata")).odataConnector(options),
};
