import type { Connector } from "@wellhead/sdk";
import type {
  CallerSettings,
  IsolatedConnector,
  ListenOptions,
  ServingOptions,
  TlsSettings,
} from "@wellhead/server";
import { checkConfig } from "./check-config.js";

/** How much the service writes to its log: JSON lines on standard error. */
export type LogLevel = "info" | "warn" | "error" | "silent";

/** A path whose connector runs in a process of its own. */
export interface IsolatedPath {
  /** As on the command line: a folder, a data file, a module or the name of a connector. */
  readonly path: string;
  readonly isolate: true;
  /** Private addresses that this connector may reach, written as `WELLHEAD_ALLOW` is. Default: `WELLHEAD_ALLOW`. */
  readonly allow?: string;
}

/** What `wellhead.config.ts` exports as its default: the service as `wellhead serve` starts it. */
export interface WellheadConfig
  extends Pick<ServingOptions, "limits" | "onStreamError" | "formulaEscape" | "failures"> {
  /**
   * Connectors, or paths as on the command line: a folder, a data file, a module. Paths start from the file's folder. A
   * path with `isolate: true` runs in a process of its own.
   */
  readonly connectors: readonly (Connector | IsolatedConnector | string | IsolatedPath)[];
  /** Interface to listen at. Default: `127.0.0.1`; `--host` and `HOST` go first. */
  readonly host?: string;
  /** Port; 0 takes a free one. Default: 8642; `--port` and `PORT` go first. */
  readonly port?: number;
  /** Where `/live`, `/ready` and `/metrics` are served. Default: nowhere; `--admin-port` goes first. */
  readonly admin?: ListenOptions | false;
  /** Who may call; options of the command line and the environment go first. Paths start from the file's folder. */
  readonly callers?: CallerSettings;
  /**
   * Private addresses that single connectors may reach, by id, written as `WELLHEAD_ALLOW` is and in its place; `--allow` and the
   * environment go first.
   */
  readonly allow?: Readonly<Record<string, string>>;
  /** Certificates of the listener; options of the command line and the environment go first. */
  readonly tls?: TlsSettings | false;
  /** Default: `warn` on a screen, else `info`; `--log-level` goes first. */
  readonly logLevel?: LogLevel;
}

/**
 * Checks the configuration of a service, and gives an editor its types.
 *
 * @param config - The configuration
 * @returns The same object
 * @throws CommandError naming the first member that is wrong
 * @example
 * ```ts
 * export default defineConfig({ connectors: ["./data", moons], port: 9000 });
 * ```
 */
export function defineConfig(config: WellheadConfig): WellheadConfig {
  return checkConfig(config, "defineConfig");
}
