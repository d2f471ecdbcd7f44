import type { Connector } from "@wellhead/sdk";
import type {
  AccountSettings,
  AdminOptions,
  CallerSettings,
  ConnectorLimits,
  IsolatedConnector,
  ServingOptions,
  TlsSettings,
} from "@wellhead/server";
import type { logLevels } from "../command-line/usage/serve-usage.js";

/** Minimum level of the lines the service logs: JSON lines on standard error. */
export type LogLevel = (typeof logLevels)[number];

/** A path with settings of its connector. */
export interface ListedPath {
  /** A folder, a data file, a module or the name of a connector, as on the command line. */
  readonly path: string;
  /** Whether it runs in a process of its own. Default: `false`. */
  readonly isolate?: boolean;
  /** Private addresses that this connector may reach, in the format of `WELLHEAD_ALLOW`. Default: `WELLHEAD_ALLOW`. */
  readonly allow?: string;
  /** Its own limits, which replace those of the service. Default: none. */
  readonly limits?: Partial<ConnectorLimits>;
}

/** The content of `wellhead.config.ts`, `.json` or `.yaml`: the service that `wellhead serve` starts. */
export interface WellheadConfig
  extends Pick<ServingOptions, "limits" | "onStreamError" | "formulaEscape" | "failures"> {
  /**
   * Connectors, or paths as on the command line: a folder, a data file, a module, a name. Paths are relative to the
   * folder of this file. A path may have settings of its own.
   */
  readonly connectors: readonly (Connector | IsolatedConnector | string | ListedPath)[];
  /** Network interface to listen on. Default: `127.0.0.1`; `--host` and `HOST` take precedence. */
  readonly host?: string;
  /** Port; 0 selects a free one. Default: 8642; `--port` and `PORT` take precedence. */
  readonly port?: number;
  /** Where `/live`, `/ready`, `/metrics`, `/activity` and `/top` are served, and the token of `/activity`. Default: nowhere; `--admin-port` takes precedence. */
  readonly admin?: AdminOptions | false;
  /**
   * Who may call. Command line options and the environment take precedence. Paths are relative to the folder of this
   * file.
   */
  readonly callers?: CallerSettings;
  /**
   * Private addresses that individual connectors may reach, by connector id, in the format of `WELLHEAD_ALLOW`; the
   * list of `*` is for all other connectors. `--allow` and the environment take precedence.
   */
  readonly allow?: Readonly<Record<string, string>>;
  /** Limits of single connectors, by connector id, which replace `limits`. Default: none. */
  readonly connectorLimits?: Readonly<Record<string, Partial<ConnectorLimits>>>;
  /** Certificates of the listener. Command line options and the environment take precedence. */
  readonly tls?: TlsSettings | false;
  /** How accounts are signed in and refreshed, and what replicas share. The environment takes precedence. */
  readonly accounts?: Pick<
    AccountSettings,
    "secret" | "previousSecrets" | "replicas" | "callbacks" | "stateRequired" | "margin" | "journalHours"
  > & {
    /** Address of the Redis or Valkey server that replicas share. Default: memory. */
    readonly store?: string;
  };
  /** Whether the console is served. Default: on this machine, and not in production. */
  readonly console?: boolean;
  /** Whether each connector runs in a process of its own. Default: `false`. */
  readonly isolate?: boolean;
  /** Maximum number of files of a folder that become sources. Default: 10,000. */
  readonly maxFiles?: number;
  /**
   * ClickHouse servers that read the files of folders and buckets, such as `clickhouse://user:password@host:8443`. `--engine`
   * and `WELLHEAD_ENGINE` take precedence. Default: the service itself reads all files.
   */
  readonly engine?: string;
  /** Minimum level of the log. Default: `warn` on a terminal, otherwise `info`; `--log-level` takes precedence. */
  readonly logLevel?: LogLevel;
}
