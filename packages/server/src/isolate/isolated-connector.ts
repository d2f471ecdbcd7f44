import type { ConnectorLimits } from "../settings/limits.js";

/** A connector that runs in its own process, so that its code cannot stop other connectors. */
export interface IsolatedConnector {
  readonly isolate: true;
  /** Module that exports the connector or, with `argument`, a function that creates it. */
  readonly module: string;
  /** Name of the export. */
  readonly exportName: string;
  /** JSON value passed to the function that the module exports. */
  readonly argument?: unknown;
  /** Private addresses it may reach instead of those of the service; `undefined` means those of the service. */
  readonly allow?: string;
  /** Its own limits; `undefined` means those of the service. */
  readonly limits?: Partial<ConnectorLimits>;
  /** Mebibytes of memory the process may use; above that it is killed and restarted. */
  readonly memoryMb: number;
  /** Milliseconds after which a process that does not respond is killed and restarted. */
  readonly stallMs: number;
}

/** Options of {@link isolated}. */
export interface IsolateOptions {
  /** Name of the export. Default: `default`. */
  readonly exportName?: string;
  /** JSON value passed to the export, a function that creates the connector. Default: the export is the connector. */
  readonly argument?: unknown;
  /**
   * Private addresses that this connector may reach, in the format of `WELLHEAD_ALLOW`; an empty string allows none.
   * Default: those that the service allows.
   */
  readonly allow?: string;
  /** Its own limits, instead of those of the service. Default: none. */
  readonly limits?: Partial<ConnectorLimits>;
  /** Mebibytes of memory the process may use. Default: 1024. */
  readonly memoryMb?: number;
  /** Milliseconds for which the process may block its event loop. Default: 10,000. */
  readonly stallMs?: number;
}

/**
 * Describes a connector that runs in its own process. An endless loop, a memory leak or a crash in its code ends only
 * that process: its streams are cut, requests to it return 503, and it is restarted.
 *
 * @param module - Module that exports the connector, as a `file:` URL
 * @param options - Name of the export, memory and time limits
 * @returns The description, which `createApp` accepts like a connector
 * @throws RangeError when `memoryMb` or `stallMs` is too small to start a connector
 * @example
 * ```ts
 * const app = await createApp({ connectors: [isolated(new URL("./moons.js", import.meta.url))] });
 * ```
 */
export function isolated(module: URL, options: IsolateOptions = {}): IsolatedConnector {
  const { exportName = "default", argument, allow, limits, memoryMb = 1024, stallMs = 10_000 } = options;
  if (!(memoryMb >= 64))
    throw new RangeError(`Could not isolate a connector: expected memoryMb from 64, got ${memoryMb}.`);
  if (!(stallMs >= 500))
    throw new RangeError(`Could not isolate a connector: expected stallMs from 500, got ${stallMs}.`);
  return {
    isolate: true,
    module: module.href,
    exportName,
    memoryMb,
    stallMs,
    ...(argument !== undefined && { argument }),
    ...(allow !== undefined && { allow }),
    ...(limits !== undefined && { limits }),
  };
}

/**
 * Reports whether a connector runs in its own process.
 *
 * @param connector - A connector or its description
 * @returns Whether {@link isolated} created it
 */
export function isIsolated(connector: object): connector is IsolatedConnector {
  return "isolate" in connector && connector.isolate === true;
}
