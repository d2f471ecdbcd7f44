/** The facts about an endpoint, without the schemas of its messages. */
export interface EndpointFacts {
  readonly method: "GET" | "POST";
  /** Path below the connector's base address. */
  readonly path: string;
  /** Its purpose, in one sentence. */
  readonly summary: string;
  /** When a connector offers it. */
  readonly offered: "always" | "optional" | "oauth1" | "oauth2";
}

/**
 * Every endpoint of the contract, in the order the documentation lists them.
 *
 * @see The connector contract, the sections of the same names
 */
export const endpointFacts = {
  application: {
    method: "GET",
    path: "/",
    summary: "Describes the connector, the accounts it takes and its sources",
    offered: "always",
  },
  validate: {
    method: "POST",
    path: "/validate",
    summary: "Checks an account, refreshes its tokens and names it",
    offered: "always",
  },
  data: { method: "POST", path: "/", summary: "Streams the rows of a source", offered: "always" },
  datalist: {
    method: "POST",
    path: "/datalist",
    summary: "Returns the options of a filter field",
    offered: "optional",
  },
  logo: { method: "GET", path: "/logo", summary: "Returns the logo as SVG", offered: "optional" },
  schema: {
    method: "POST",
    path: "/schema",
    summary: "Describes the columns of a source",
    offered: "optional",
  },
  validateFilter: {
    method: "POST",
    path: "/validate/filter",
    summary: "Checks the values of a filter form",
    offered: "optional",
  },
  timezone: {
    method: "POST",
    path: "/timezone",
    summary: "Returns the offset of an account from UTC",
    offered: "optional",
  },
  oauth1Start: { method: "GET", path: "/oauth1", summary: "Starts OAuth 1", offered: "oauth1" },
  oauth1Finish: { method: "POST", path: "/oauth1", summary: "Finishes OAuth 1", offered: "oauth1" },
  oauth1StartV2: {
    method: "POST",
    path: "/oauth1/v1/authorize",
    summary: "Starts OAuth 1, second generation",
    offered: "oauth1",
  },
  oauth1FinishV2: {
    method: "POST",
    path: "/oauth1/v1/access_token",
    summary: "Finishes OAuth 1, second generation",
    offered: "oauth1",
  },
  oauth2Start: { method: "GET", path: "/oauth2", summary: "Starts OAuth 2", offered: "oauth2" },
  oauth2Finish: { method: "POST", path: "/oauth2", summary: "Finishes OAuth 2", offered: "oauth2" },
  oauth2StartV2: {
    method: "POST",
    path: "/oauth2/v1/authorize",
    summary: "Starts OAuth 2, second generation",
    offered: "oauth2",
  },
  oauth2FinishV2: {
    method: "POST",
    path: "/oauth2/v1/access_token",
    summary: "Finishes OAuth 2, second generation",
    offered: "oauth2",
  },
} as const satisfies Readonly<Record<string, EndpointFacts>>;

/** Name of an endpoint of the contract. */
export type EndpointName = keyof typeof endpointFacts;
