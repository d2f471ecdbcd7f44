import { checkOptions, type OAuth2Options } from "@wellhead/sdk";
import type { PinnedTable } from "@wellhead/sql";

/** A catalog of a cluster that the operator chose. */
export interface PinnedCluster {
  /** Address of the coordinator or the gateway, such as `https://trino.example.org`. */
  readonly server: string;
  /** Catalog whose tables are read. */
  readonly catalog: string;
  /** Schema of the tables. Default: each table is named with its schema. */
  readonly schema?: string;
  /** User that queries run as. */
  readonly user: string;
  /** Password of the user. Default: none; the server must then accept the user without one, or `token` is set. */
  readonly password?: string;
  /** JSON Web Token, in place of the password. Default: none. */
  readonly token?: string;
  /** Tables that become sources, such as `sales.orders`. Default: the person chooses a table. */
  readonly tables?: readonly (string | PinnedTable)[];
}

/** A cluster to which people sign in with OAuth 2. */
export interface TrinoSignIn {
  /** Address of the coordinator or the gateway. */
  readonly server: string;
  /** Catalog whose tables are read. */
  readonly catalog: string;
  /** The provider that issues the access tokens which the cluster accepts. */
  readonly provider: OAuth2Options;
}

/** The operator's options of the Trino connector. */
export interface TrinoOptions {
  /** Id of the connector. Default: `trino`. */
  readonly id?: string;
  /** Name of the connector. Default: `Trino`. */
  readonly name?: string;
  /** Description of the connector. Default: a sentence about tables, views and queries. */
  readonly description?: string;
  /** The only catalog to read. Default: the catalogs of the accounts. */
  readonly pinned?: PinnedCluster;
  /** Offers a sign-in with OAuth 2 to this cluster. Default: accounts have a password or a token. */
  readonly oauth2?: TrinoSignIn;
  /** Whether people may write queries. Default: `true`, or `false` with a pinned cluster. */
  readonly queries?: boolean;
  /** Session properties of every query, such as `query_max_memory`. Those of an account do not replace them. Default: none. */
  readonly sessionProperties?: Readonly<Record<string, string>>;
  /** Maximum duration in milliseconds of a query whose rows are streamed. Default: 6 hours. */
  readonly statementTimeoutMs?: number;
  /** Whether spooled results are accepted from hosts other than the account's own, over HTTPS. Default: `true`. */
  readonly remoteSegments?: boolean;
}

/**
 * Checks the names of the operator's options.
 *
 * @param options - The options, maybe from a file that no compiler has checked
 * @throws TypeError that names the first unknown one
 */
export function checkTrinoOptions(options: TrinoOptions): void {
  checkOptions(options, {
    of: "trino",
    known: {
      id: true,
      name: true,
      description: true,
      pinned: true,
      oauth2: true,
      queries: true,
      sessionProperties: true,
      statementTimeoutMs: true,
      remoteSegments: true,
    },
  });
  const { pinned } = options;
  if (pinned === undefined) return;
  checkOptions(pinned, {
    of: "the pinned cluster",
    known: {
      server: true,
      catalog: true,
      schema: true,
      user: true,
      password: true,
      token: true,
      tables: true,
    },
  });
}
