import {
  type Connector,
  defineConnector,
  id,
  list,
  type OAuth2Options,
  oauth2,
  pageNumber,
  type RateBudget,
} from "@wellhead/sdk";

/** Options of {@link oauthConnector}. */
export interface OAuthConnectorOptions {
  /** Id of the connector. Default: `tracker`. */
  readonly connector?: string;
  readonly oauth?: Partial<OAuth2Options> & { readonly keep?: readonly string[] };
  /** Whether the definition names an issuer instead of addresses. Default: `false`. */
  readonly discovers?: boolean;
  /** Budget of the connector's requests. Default: none. */
  readonly rate?: RateBudget;
}

interface Item {
  readonly id: number;
}

/**
 * Defines a connector with OAuth 2 accounts.
 *
 * @param provider - Address of the provider
 * @param options - Id, budget, and changes to the account kind
 * @returns The connector; it reads account names from `/me` of the provider, and its source `pages` reads `/pages`
 */
export function oauthConnector(provider: string, options: OAuthConnectorOptions = {}): Connector {
  return defineConnector({
    id: options.connector ?? "tracker",
    name: "Tracker",
    version: "1.0.0",
    description: "Issues",
    http: { baseUrl: provider, ...(options.rate && { rate: options.rate }) },
    accounts: {
      oauth2: oauth2({
        name: "Tracker",
        ...(options.discovers === true
          ? { issuer: provider }
          : { authorize: `${provider}/authorize`, token: `${provider}/token` }),
        clientId: "client",
        clientSecret: "client-secret-canary",
        ...options.oauth,
      }),
    },
    identify: async ({ http }) => ({ name: (await http.get("me").json<{ name: string }>()).name }),
    sources: (source) => ({
      issues: source({ name: "Issues", fields: { id: id() }, rows: () => [{ id: "1" }] }),
      pages: source({
        name: "Pages",
        filter: {
          one: list({
            optional: true,
            options: async ({ http }) =>
              (await http.get("pages", { query: { page: 1 } }).json<Item[]>()).map(({ id: one }) => one),
          }),
        },
        fields: { id: id() },
        rows: ({ http }) => http.pages<Item>("pages", { paging: pageNumber() }),
      }),
    }),
  });
}
