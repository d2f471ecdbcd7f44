import type { DurationText } from "@wellhead/sdk";
import type { ToolConfig } from "../specification/specification.js";

/** Limits of the processes of a program. */
export interface ToolLimits {
  /** Maximum number of processes at once; callers and their accounts get equal shares. Default: 8. */
  readonly maxProcesses?: number;
  /** Maximum size of the memory of a process in MiB, where the system can limit it. Default: 4096. */
  readonly maxMemoryMb?: number;
  /** Maximum size of a file that a process writes, in MiB. Default: 10240. */
  readonly maxFileMb?: number;
  /** Maximum time of a process in minutes. Default: 720. */
  readonly maxMinutes?: number;
}

/** What `airbyte()` and `singer()` have in common. */
export interface BridgeOptions {
  /** The program: a name that is searched in `PATH`, or a path. */
  readonly command: string;
  /**
   * Arguments that come before those of the protocol. `{folder}` is replaced by the private folder of the process.
   * Default: none.
   */
  readonly args?: readonly string[];
  /**
   * Environment variables; `true` passes on the variable of the service. Default: `PATH` of the service, and `HOME` and
   * `TMPDIR` in the private folder.
   */
  readonly env?: Readonly<Record<string, string | true>>;
  /** The private folder as the program sees it, such as `/config` in a container. Default: its path. */
  readonly folder?: string;
  /** Id of the connector. Default: `airbyte` or `singer`. */
  readonly id?: string;
  /** Name of the connector. Default: from the program. */
  readonly name?: string;
  /** What the connector reads, in one sentence. Default: from the program. */
  readonly description?: string;
  /**
   * Configuration of the program. With it, nobody enters an account. Default: each account has its own configuration.
   */
  readonly config?: ToolConfig;
  /** Members of the configuration that the operator sets for all accounts. Default: none. */
  readonly fixed?: ToolConfig;
  /**
   * Ids of the streams that become sources. Default: all with `config`; without it, a person chooses the stream, because
   * every account may have others.
   */
  readonly streams?: readonly string[];
  /** Columns that no row has. Default: none. */
  readonly hide?: readonly string[];
  /** Columns that identify a row by stream, where the program does not say so. Default: none. */
  readonly keys?: Readonly<Record<string, readonly string[]>>;
  /** Streams that are read incrementally although the program does not say that it can. Default: none. */
  readonly incremental?: readonly string[];
  /**
   * Columns by which streams are read incrementally, where the program leaves the choice to its user, as most programs for
   * databases do. Default: none.
   */
  readonly cursors?: Readonly<Record<string, string>>;
  /**
   * Folder for the states of incremental readings. Default: they are kept until the service ends, after which everything is
   * read again.
   */
  readonly states?: string;
  /** How often a synchronization reads all rows of an incremental stream, to find deletions. Default: `1 d`. */
  readonly fullEvery?: DurationText;
  /** Limits of the processes. Default: those of {@link ToolLimits}. */
  readonly limits?: ToolLimits;
  /** Clock in milliseconds. Default: the time of this machine. */
  readonly now?: () => number;
}

/** The names of all options. */
export const bridgeMembers: { readonly [Name in keyof BridgeOptions]-?: true } = {
  command: true,
  args: true,
  env: true,
  folder: true,
  id: true,
  name: true,
  description: true,
  config: true,
  fixed: true,
  streams: true,
  hide: true,
  keys: true,
  incremental: true,
  cursors: true,
  states: true,
  fullEvery: true,
  limits: true,
  now: true,
};
