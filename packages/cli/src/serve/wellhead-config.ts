import type { Connector } from "@wellhead/sdk";
import type {
  CallerSettings,
  IsolatedConnector,
  ListenOptions,
  ServingOptions,
  TlsSettings,
} from "@wellhead/server";
import type { logLevels } from "../usage/serve-usage.js";

/** Minimum level of the lines the service logs: JSON lines on standard error. */
export type LogLevel = (typeof logLevels)[number];

/** A path whose connector runs in a process of its own. */
export interface IsolatedPath {
  /** A folder, a data file, a module or the name of a connector, as on the command line. */
  readonly path: string;
  readonly isolate: true;
  /** Private addresses that this connector may reach, in the format of `WELLHEAD_ALLOW`. Default: `WELLHEAD_ALLOW`. */
  readonly allow?: string;
}

/** The default export of `wellhead.config.ts`: the service that `wellhead serve` starts. */
export interface WellheadConfig
  extends Pick<ServingOptions, "limits" | "onStreamError" | "formulaEscape" | "failures"> {
  /**
   * Connectors, or paths as on the command line: a folder, a data file, a module. Paths are relative to the folder of
   * this file. A path with `isolate: true` runs in a process of its own.
   */
  readonly connectors: readonly (Connector | IsolatedConnector | string | IsolatedPath)[];
  /** Network interface to listen on. Default: `127.0.0.1`; `--host` and `HOST` take precedence. */
  readonly host?: string;
  /** Port; 0 selects a free one. Default: 8642; `--port` and `PORT` take precedence. */
  readonly port?: number;
  /** Where `/live`, `/ready` and `/metrics` are served. Default: nowhere; `--admin-port` takes precedence. */
  readonly admin?: ListenOptions | false;
  /**
   * Who may call. Command line options and the environment take precedence. Paths are relative to the folder of this
   * file.
   */
  readonly callers?: CallerSettings;
  /**
   * Private addresses that individual connectors may reach, by connector id, in the format of `WELLHEAD_ALLOW`, which
   * they replace. `--allow` and the environment take precedence.
   */
  readonly allow?: Readonly<Record<string, string>>;
  /** Certificates of the listener. Command line options and the environment take precedence. */
  readonly tls?: TlsSettings | false;
  /** Minimum level of the log. Default: `warn` on a terminal, otherwise `info`; `--log-level` takes precedence. */
  readonly logLevel?: LogLevel;
}
