/** A connector that runs in a process of its own, so that nothing its code does can stop the others. */
export interface IsolatedConnector {
  readonly isolate: true;
  /** Module that exports the connector, or, with `argument`, a function that makes it. */
  readonly module: string;
  /** Name of the export. */
  readonly exportName: string;
  /** Given to the function that the module exports; JSON. */
  readonly argument?: unknown;
  /** Private addresses it may reach, in place of those of the service; `undefined` means the same ones. */
  readonly allow?: string;
  /** Mebibytes of memory the process may use; above that it is ended and started again. */
  readonly memoryMb: number;
  /** Milliseconds after which a process that does not respond is ended and started again. */
  readonly stallMs: number;
}

/** Options of {@link isolated}. */
export interface IsolateOptions {
  /** Name of the export. Default: `default`. */
  readonly exportName?: string;
  /** JSON to give to the export, a function that makes the connector from it. Default: the export is the connector. */
  readonly argument?: unknown;
  /**
   * Private addresses that this connector may reach, written as `WELLHEAD_ALLOW` is; empty text allows none. Default: those
   * that the service allows.
   */
  readonly allow?: string;
  /** Mebibytes of memory the process may use. Default: 1024. */
  readonly memoryMb?: number;
  /** Milliseconds for which the process may be busy without a pause. Default: 10,000. */
  readonly stallMs?: number;
}

/**
 * Describes a connector that is to run in a process of its own. An endless loop, a leak or a crash in its code ends that
 * process only: its streams are cut, its requests are answered with 503, and it is started again.
 *
 * @param module - Module that exports the connector, as a `file:` URL
 * @param options - Name of the export, memory and time
 * @returns What `createApp` takes in place of a connector
 * @throws RangeError when memory or time are too small to start a connector
 * @example
 * ```ts
 * const app = await createApp({ connectors: [isolated(new URL("./moons.js", import.meta.url))] });
 * ```
 */
export function isolated(module: URL, options: IsolateOptions = {}): IsolatedConnector {
  const { exportName = "default", argument, allow, memoryMb = 1024, stallMs = 10_000 } = options;
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
  };
}

/**
 * Reports whether a connector is to run in a process of its own.
 *
 * @param connector - A connector, or the description of one
 * @returns Whether {@link isolated} made it
 */
export function isIsolated(connector: object): connector is IsolatedConnector {
  return "isolate" in connector && connector.isolate === true;
}
