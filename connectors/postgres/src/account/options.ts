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
 * over the other members, they over the service, and the service over the environment.
 */
export interface PinnedDatabase
  extends Partial<Omit<Credentials, "tls" | "encoding" | "socketPath" | "otherHosts">> {
  /**
   * Name or address of the server, several separated by commas, or its socket directory, such as `/var/run/postgresql`.
   */
  readonly host?: string;
  /** Connection string. Unlike that of an account, it may name sockets and files of this machine. Default: none. */
  readonly connection?: string;
  /** Section of a service file. Default: none. */
  readonly service?: string;
  /**
   * The service file. Default: `~/.pg_service.conf`, then `/etc/postgresql-common/pg_service.conf`. With `environment`,
   * `PGSERVICEFILE` and `PGSYSCONFDIR` override this.
   */
  readonly serviceFile?: string;
  /**
   * Password file, in the format of `~/.pgpass`, used when nothing else sets a password. Default: none. With
   * `environment`, the default is `PGPASSFILE`, or `~/.pgpass` if it exists.
   */
  readonly passwordFile?: string;
  /** Whether to read the environment variables of libpq, such as `PGHOST` and `PGSERVICE`. Default: `false`. */
  readonly environment?: boolean;
  /** Encoding of text in a database whose encoding is `SQL_ASCII`, such as `windows-1252`. Default: UTF-8. */
  readonly encoding?: string;
  /** Default: `verify-full`. */
  readonly tls?: TlsMode | TlsModeAlias;
  /**
   * Tables and views to offer, such as `public.orders`. Each becomes a source with a filter for every column. A name
   * without a schema is in `public`. Default: one source in which people choose a table. An object
   * also says how the changes of a table are found.
   */
  readonly tables?: readonly (string | PinnedTable)[];
}

/** The operator's options of the connector. Each has a default. */
export interface PostgresOptions extends Partial<Pick<ConnectorMembers, "id" | "name" | "description">> {
  /**
   * The only database to read. People then need no account and, by default, see only tables. Default: people bring
   * their own.
   */
  readonly pinned?: PinnedDatabase;
  /** Whether people may write queries. Default: `true`, or `false` with a pinned database. */
  readonly queries?: boolean;
  /**
   * Powers beyond reading tables that a role may have: `true` for all, or their names as shown in the error, such as
   * `["pg_read_all_data"]`. Default: none.
   */
  readonly allowPowerfulRoles?: boolean | readonly string[];
  /** Maximum duration in milliseconds of a statement whose rows are streamed. Default: `streamTimeout`. */
  readonly statementTimeoutMs?: number;
  /** Maximum time in milliseconds that a statement waits for a lock. Default: 5,000. */
  readonly lockTimeoutMs?: number;
  /** Memory in bytes that one sort or hash of a statement may use before it spills to disk. Default: the server's. */
  readonly workMemoryBytes?: number;
  /** The former name of `statementTimeoutMs`. Default: 6 hours. */
  readonly streamTimeout?: number;
  /** Maximum time in milliseconds without data from the server while a stream is read. Default: 2 minutes. */
  readonly silenceTimeout?: number;
}

/**
 * Checks the names of the operator's options.
 *
 * @param options - The options, maybe from a file that no compiler has checked
 * @throws TypeError that names the first unknown one
 */
export function checkPostgresOptions(options: PostgresOptions): void {
  checkServerOptions<PinnedDatabase, PostgresOptions>(options, {
    of: "postgres",
    known: {
      ...serverOptionNames,
      allowPowerfulRoles: true,
      lockTimeoutMs: true,
      workMemoryBytes: true,
      streamTimeout: true,
    },
    knownPinned: {
      ...pinnedNames,
      address: true,
      service: true,
      serviceFile: true,
      passwordFile: true,
      environment: true,
      serverRole: true,
      isBalanced: true,
      searchPath: true,
      requiresChannelBinding: true,
      encoding: true,
    },
  });
}
