import type { ConnectorMembers } from "@wellhead/sdk";
import type { Credentials, TlsMode, TlsModeAlias } from "@wellhead/sql";

/**
 * A database that the operator chose, so that people never see its password. What the connection string names comes before
 * the other members, they come before the service, and that before the environment.
 */
export interface PinnedDatabase
  extends Partial<Omit<Credentials, "tls" | "encoding" | "socketPath" | "otherHosts">> {
  /** Name or address of the server; several with commas; or the folder of its socket, such as `/var/run/postgresql`. */
  readonly host?: string;
  /** Connection string; unlike that of an account it may name sockets and files of this machine. Default: none. */
  readonly connection?: string;
  /** Section of a service file. Default: none. */
  readonly service?: string;
  /** The service file. Default: `~/.pg_service.conf`, then `pg_service.conf` in `/etc/postgresql-common`. */
  readonly serviceFile?: string;
  /** A password file, as `~/.pgpass`, for when nothing else names a password. Default: none is read. */
  readonly passwordFile?: string;
  /** Whether the variables of libpq are read, such as `PGHOST` and `PGSERVICE`. Default: `false`. */
  readonly environment?: boolean;
  /** How text is read in a database in `SQL_ASCII`, such as `windows-1252`. Default: as UTF-8. */
  readonly encoding?: string;
  /** Default: `verify-full`. */
  readonly tls?: TlsMode | TlsModeAlias;
  /**
   * Tables and views to offer, such as `public.orders`; each becomes a source with a filter for every column.
   * A name without a schema stands in `public`. Default: one source in which people choose a table.
   */
  readonly tables?: readonly string[];
}

/** What the operator decides about the connector; each has a default. */
export interface PostgresOptions extends Partial<Pick<ConnectorMembers, "id" | "name" | "description">> {
  /** The one database to read. People then need no account and see tables only. Default: people bring their own. */
  readonly pinned?: PinnedDatabase;
  /** Whether people may write queries. Default: `true`, and `false` with a pinned database. */
  readonly queries?: boolean;
  /**
   * Powers beyond reading tables that a role may have: `true` for all, or their names as the refusal shows them, such
   * as `["pg_read_all_data"]`. Default: none.
   */
  readonly allowPowerfulRoles?: boolean | readonly string[];
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
