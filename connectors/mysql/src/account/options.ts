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
 * over the other members, and they over the option file.
 */
export interface PinnedDatabase
  extends Partial<
    Omit<
      Credentials,
      "tls" | "encoding" | "searchPath" | "requiresChannelBinding" | "otherHosts" | "serverRole"
    >
  > {
  /** Connection string. Unlike that of an account, it may name a socket and files of this machine. Default: none. */
  readonly connection?: string;
  /** Option file, in the format of `~/.my.cnf`. Default: none. */
  readonly optionFile?: string;
  /** Groups of the option file to read. Default: `client`, `client-server` and `client-mariadb`. */
  readonly optionGroups?: readonly string[];
  /** Actual encoding of text in `latin1` columns. Default: as declared. */
  readonly encoding?: string;
  /** Default: `verify-full`. */
  readonly tls?: TlsMode | TlsModeAlias;
  /**
   * Tables and views to offer, such as `shop.orders`. Each becomes a source with a filter for every column. A name
   * without a schema is in the pinned database. Default: one source in which people choose a table. An object
   * also says how the changes of a table are found.
   */
  readonly tables?: readonly (string | PinnedTable)[];
}

/** The operator's options of the connector. Each has a default. */
export interface MysqlOptions extends Partial<Pick<ConnectorMembers, "id" | "name" | "description">> {
  /**
   * The only database to read. People then need no account and, by default, see only tables. Default: people bring
   * their own.
   */
  readonly pinned?: PinnedDatabase;
  /** Whether people may write queries. Default: `true`, or `false` with a pinned database. */
  readonly queries?: boolean;
  /**
   * Powers beyond reading and writing tables that a user may have: `true` for all, or their names as shown in the
   * error, such as `["PROCESS ON *.*"]`. Default: none.
   */
  readonly allowPowerfulUsers?: boolean | readonly string[];
  /** Maximum duration in milliseconds of a statement whose rows are streamed. Default: `streamTimeout`. */
  readonly statementTimeoutMs?: number;
  /** Maximum time in milliseconds that a statement waits for a lock. Default: 5,000. */
  readonly lockTimeoutMs?: number;
  /**
   * Memory in bytes that one sort, join or temporary table of a statement may use before it spills to disk. Default:
   * the server's settings.
   */
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
export function checkMysqlOptions(options: MysqlOptions): void {
  checkServerOptions<PinnedDatabase, MysqlOptions>(options, {
    of: "mysql",
    known: {
      ...serverOptionNames,
      allowPowerfulUsers: true,
      lockTimeoutMs: true,
      workMemoryBytes: true,
      streamTimeout: true,
    },
    knownPinned: {
      ...pinnedNames,
      address: true,
      optionFile: true,
      optionGroups: true,
      socketPath: true,
      isBalanced: true,
      encoding: true,
    },
  });
}
