import type { ConnectorMembers } from "@wellhead/sdk";
import {
  type Credentials,
  checkServerOptions,
  type PinnedTable,
  pinnedNames,
  serverOptionNames,
  type TlsMode,
  type TlsModeAlias,
} from "@wellhead/sql";

/**
 * A database that the operator chose, so that people never see its password. The connection string takes precedence
 * over the other members.
 */
export interface PinnedDatabase
  extends Partial<Pick<Credentials, "port" | "database" | "user" | "password">>,
    Partial<Pick<Credentials, "authority" | "clientCertificate" | "clientKey">> {
  /** Name or address of the server, several separated by commas. */
  readonly host?: string;
  /** Connection string. Unlike that of an account, it may name files of this machine. Default: none. */
  readonly connection?: string;
  /** Default: `verify-full`. */
  readonly tls?: TlsMode | TlsModeAlias;
  /**
   * Tables and views to offer, such as `shop.orders`. Each becomes a source with a filter for every column. A name
   * without a database is in the pinned one. Default: one source in which people choose a table.
   */
  readonly tables?: readonly (string | PinnedTable)[];
}

/** The operator's options of the connector. Each has a default. */
export interface ClickhouseOptions extends Partial<Pick<ConnectorMembers, "id" | "name" | "description">> {
  /**
   * The only database to read. People then need no account and, by default, see only tables. Default: people bring
   * their own.
   */
  readonly pinned?: PinnedDatabase;
  /** Whether people may write queries. Default: `true`, or `false` with a pinned database. */
  readonly queries?: boolean;
  /** Maximum duration in milliseconds of a statement whose rows are streamed. Default: 6 hours. */
  readonly statementTimeoutMs?: number;
  /** Maximum memory in bytes that a statement may use on one server. Default: the limit of the user. */
  readonly memoryBytes?: number;
  /** Maximum number of rows that a statement may read from its tables. Default: the limit of the user. */
  readonly maxReadRows?: number;
  /** Maximum number of rows that a statement may return; more are an error. Default: the limit of the user. */
  readonly maxResultRows?: number;
  /** Maximum time in milliseconds without data from the server while a stream is read. Default: 2 minutes. */
  readonly silenceTimeout?: number;
  /** Whether servers compress the rows that they send. Default: `false`. */
  readonly compression?: boolean;
}

/**
 * Checks the names of the operator's options.
 *
 * @param options - The options, maybe from a file that no compiler has checked
 * @throws TypeError that names the first unknown one
 */
export function checkClickhouseOptions(options: ClickhouseOptions): void {
  checkServerOptions<PinnedDatabase, ClickhouseOptions>(options, {
    of: "clickhouse",
    known: {
      ...serverOptionNames,
      memoryBytes: true,
      maxReadRows: true,
      maxResultRows: true,
      compression: true,
    },
    knownPinned: pinnedNames,
  });
}
