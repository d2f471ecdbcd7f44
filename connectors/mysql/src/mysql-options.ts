import type { ConnectorMembers } from "@wellhead/sdk";
import type { Credentials, TlsMode, TlsModeAlias } from "@wellhead/sql";

/**
 * A database that the operator chose, so that people never see its password. What the connection string names comes before
 * the other members, and they come before the option file.
 */
export interface PinnedDatabase
  extends Partial<
    Omit<
      Credentials,
      "tls" | "encoding" | "searchPath" | "requiresChannelBinding" | "otherHosts" | "serverRole"
    >
  > {
  /** Connection string; unlike that of an account it may name a socket and files of this machine. Default: none. */
  readonly connection?: string;
  /** An option file, as `~/.my.cnf`. Default: none is read. */
  readonly optionFile?: string;
  /** Groups of the option file that are read. Default: `client`, `client-server` and `client-mariadb`. */
  readonly optionGroups?: readonly string[];
  /** How text of `latin1` columns is read that was written in another encoding. Default: as it is declared. */
  readonly encoding?: string;
  /** Default: `verify-full`. */
  readonly tls?: TlsMode | TlsModeAlias;
  /**
   * Tables and views to offer, such as `shop.orders`; each becomes a source with a filter for every column.
   * A name without a schema stands in the database. Default: one source in which people choose a table.
   */
  readonly tables?: readonly string[];
}

/** What the operator decides about the connector; each has a default. */
export interface MysqlOptions extends Partial<Pick<ConnectorMembers, "id" | "name" | "description">> {
  /** The one database to read. People then need no account and see tables only. Default: people bring their own. */
  readonly pinned?: PinnedDatabase;
  /** Whether people may write queries. Default: `true`, and `false` with a pinned database. */
  readonly queries?: boolean;
  /**
   * Powers beyond reading and writing tables that a user may have: `true` for all, or their names as the refusal shows
   * them, such as `["PROCESS ON *.*"]`. Default: none.
   */
  readonly allowPowerfulUsers?: boolean | readonly string[];
  /** Milliseconds a statement whose rows are read may take in all. Default: `streamTimeout`. */
  readonly statementTimeoutMs?: number;
  /** Milliseconds a statement may wait for a lock. Default: 5,000. */
  readonly lockTimeoutMs?: number;
  /** Bytes of memory that one sort or hash of a statement may take before it goes to disk. Default: the server's. */
  readonly workMemoryBytes?: number;
  /** The former name of `statementTimeoutMs`. Default: 6 hours. */
  readonly streamTimeout?: number;
  /** Milliseconds the server may send nothing while a stream is read. Default: 2 minutes. */
  readonly silenceTimeout?: number;
}
