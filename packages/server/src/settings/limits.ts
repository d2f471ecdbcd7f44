/**
 * Limits of a service. Every one has a default; times are milliseconds, sizes are bytes.
 *
 * A limit that Node's HTTP server enforces (`headersTimeout`, `requestTimeout`, `keepAliveTimeout`,
 * `maxHeaderBytes`, `maxConnections`) applies to `createApp` only. For a connector that is mounted in another Fastify
 * instance, the settings of that instance apply.
 */
export interface Limits {
  /** Maximum time a caller may take to send the request line and headers. Default: 10 s. */
  readonly headersTimeout: number;
  /** Maximum time a caller may take to send the whole request. Default: 30 s. */
  readonly requestTimeout: number;
  /** How long an idle connection is kept open; longer than the 60 s of common load balancers. Default: 75 s. */
  readonly keepAliveTimeout: number;
  /** Maximum size of the request line and headers. Default: 16 KiB. */
  readonly maxHeaderBytes: number;
  /** Maximum size of a request body. Default: 1 MiB. */
  readonly maxBodyBytes: number;
  /**
   * Maximum bytes of all bodies together that have begun to arrive and have not ended. A body beyond it gets 503. Default:
   * 64 MiB.
   */
  readonly maxArrivingBytes: number;
  /** Maximum nesting depth of objects and arrays in a request body. Default: 32. */
  readonly maxBodyDepth: number;
  /** Maximum number of members of one object in a request body; MariaDB has tables of 4,096 columns. Default: 5000. */
  readonly maxObjectKeys: number;
  /** Maximum number of values of one field of a filter. Default: 10,000. */
  readonly maxFilterValues: number;
  /**
   * Maximum number of open connections. When a further one is opened, the one that has been without a request the
   * longest is closed. If all of them have a request, the new one is closed. Default: 1000.
   */
  readonly maxConnections: number;
  /**
   * Maximum number of open connections from one address, except trusted proxies. The addresses of an IPv6 network of
   * 64 bits count as one, also for the next two limits. When a further connection is opened, the one from that address
   * that has been without a request the longest is closed. If all of them have a request, the new one is closed.
   * Default: 0, no maximum.
   */
  readonly maxConnectionsPerAddress: number;
  /** Maximum number of POST requests in progress from one address; further ones get 429. Default: 0, no maximum. */
  readonly maxRequestsPerAddress: number;
  /** Maximum number of POST / in progress from one address; further ones get 429. Default: 0, no maximum. */
  readonly maxStreamsPerAddress: number;
  /**
   * Maximum number of POST requests in progress of one caller: of one credential or, without credentials, from one
   * address; further ones get 429. Default: 0, no maximum.
   */
  readonly maxRequestsPerCaller: number;
  /** Maximum number of POST / in progress of one caller; further ones get 429. Default: 0, no maximum. */
  readonly maxStreamsPerCaller: number;
  /**
   * Maximum number of POST requests in progress with one account of a connector; further ones get 429. Callers share the
   * maximum of an account. If it is set, accounts take turns in the queues instead of callers. Default: 0, no maximum.
   */
  readonly maxRequestsPerAccount: number;
  /** Maximum number of POST / in progress with one account; further ones get 429. Default: 0, no maximum. */
  readonly maxStreamsPerAccount: number;
  /** Maximum number of POST requests in progress of one connector; further ones get 503. Default: 0, no maximum. */
  readonly maxRequestsPerConnector: number;
  /** Maximum number of POST / in progress of one connector; further ones get 503. Default: 0, no maximum. */
  readonly maxStreamsPerConnector: number;
  /**
   * Maximum bytes per second of all responses to POST / of one caller together, before compression. Beyond it, they are
   * sent more slowly. The responses of an isolated connector count after compression. Default: 0, no maximum.
   */
  readonly maxBytesPerSecondPerCaller: number;
  /** Maximum bytes per second of the responses to POST / with one account. Default: 0, no maximum. */
  readonly maxBytesPerSecondPerAccount: number;
  /** Maximum bytes per second of the responses to POST / of one connector. Default: 0, no maximum. */
  readonly maxBytesPerSecondPerConnector: number;
  /**
   * Maximum number of responses to POST / in progress. A further one replaces the one whose caller has not read for the
   * longest time, if that is at least 5 s. Otherwise it gets 503. Default: 256.
   */
  readonly maxStreams: number;
  /**
   * Maximum time a POST request may wait before it begins. One that would wait longer gets 503 on arrival. So does a
   * request for rows that would wait longer than a fifth of this time for each of its turns to send. Default: 500 ms.
   */
  readonly maxQueueDelay: number;
  /**
   * Maximum mean event loop delay. Above it, a POST request begins only while fewer than four are in progress at the
   * same endpoint of the connector, and the service is not ready. Default: 500 ms.
   */
  readonly maxEventLoopDelay: number;
  /**
   * Maximum time code may hold the event loop before a log line names its connector and request; `0` means no maximum.
   * Default: 1 s.
   */
  readonly maxLoopHold: number;
  /**
   * Maximum share of V8's heap limit (`--max-old-space-size`) that may be used, in percent. Above it, POST requests get
   * 503 while four or more are in progress, and the service is not ready. `0` means no maximum. Default: 90.
   */
  readonly maxHeapPercent: number;
  /** Maximum resident memory of the process, with the same consequences above it; `0` means no maximum. Default: 0. */
  readonly maxResidentBytes: number;
  /**
   * Maximum time a caller may read its rows more slowly than `minReadRate` before the connection is cut. Default: 120
   * s.
   */
  readonly stallTimeout: number;
  /** Minimum rate at which a caller has to read while rows wait for it, in bytes per second. Default: 256. */
  readonly minReadRate: number;
  /** Time from which the log has a warning about a response; `0` means never. Default: 0. */
  readonly slowAnswerTime: number;
  /** Size of a body, before compression, from which the log has a warning; `0` means never. Default: 0. */
  readonly largeAnswerBytes: number;
  /** How long the other side may take to close a closing connection before it is destroyed. Default: 1 s. */
  readonly closeTimeout: number;
  /** Maximum time for all calls of a connector for one request together, except reading batches. Default: 20 s. */
  readonly answerTimeout: number;
  /** Maximum wait for one batch of rows; `0` means no maximum. Default: 300 s. */
  readonly batchTimeout: number;
  /**
   * Maximum number of options from POST /datalist; one more entry then says that the list is truncated. Default: 1000.
   */
  readonly maxOptions: number;
  /** Maximum number of rows of a page of POST synchronizer/data. Default: 1000. */
  readonly maxPageRows: number;
  /** Maximum size of the rows of such a page; a single row may exceed it. Default: 4 MiB. */
  readonly maxPageBytes: number;
  /** Time after which such a page is returned with the rows it has. Default: 20 s. */
  readonly pageTime: number;
  /**
   * How long requests are still accepted after `close()`, so that load balancers can notice the shutdown. Default: 5 s;
   * without an admin port, 0.
   */
  readonly drainDelay: number;
  /** How long requests in progress may take after the drain delay before they are aborted. Default: 25 s. */
  readonly drainTimeout: number;
}

/** The defaults of {@link Limits}. */
export const defaultLimits: Limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 1024 * 1024,
  maxArrivingBytes: 64 * 1024 * 1024,
  maxBodyDepth: 32,
  maxObjectKeys: 5000,
  maxFilterValues: 10_000,
  maxConnections: 1000,
  maxConnectionsPerAddress: 0,
  maxRequestsPerAddress: 0,
  maxStreamsPerAddress: 0,
  maxRequestsPerCaller: 0,
  maxStreamsPerCaller: 0,
  maxRequestsPerAccount: 0,
  maxStreamsPerAccount: 0,
  maxRequestsPerConnector: 0,
  maxStreamsPerConnector: 0,
  maxBytesPerSecondPerCaller: 0,
  maxBytesPerSecondPerAccount: 0,
  maxBytesPerSecondPerConnector: 0,
  maxStreams: 256,
  maxQueueDelay: 500,
  maxEventLoopDelay: 500,
  maxLoopHold: 1_000,
  maxHeapPercent: 90,
  maxResidentBytes: 0,
  stallTimeout: 120_000,
  minReadRate: 256,
  slowAnswerTime: 0,
  largeAnswerBytes: 0,
  closeTimeout: 1_000,
  answerTimeout: 20_000,
  batchTimeout: 300_000,
  maxOptions: 1000,
  maxPageRows: 1000,
  maxPageBytes: 4 * 1024 * 1024,
  pageTime: 20_000,
  drainDelay: 5_000,
  drainTimeout: 25_000,
};

/** Limits of a service for one person, who waits for late responses rather than being refused on a busy machine. */
export const patientLimits: Partial<Limits> = { maxQueueDelay: 60_000, maxEventLoopDelay: 60_000 };

/**
 * Fills in the limits that are not set, and checks those that are.
 *
 * @param given - Limits to set
 * @returns All limits
 * @throws TypeError when a name is not that of a limit
 * @throws RangeError when a value is not a whole number from 0
 */
export function checkLimits(given: Partial<Limits> = {}): Limits {
  check(given, { names: Object.keys(defaultLimits), owner: "" });
  return { ...defaultLimits, ...given };
}

/**
 * Checks the limits that a connector has for itself.
 *
 * @param connector - Id of the connector
 * @param given - Its limits
 * @returns The limits that are set
 * @throws TypeError when a name is not that of such a limit
 * @throws RangeError when a value is not a whole number from 0
 */
export function checkConnectorLimits(
  connector: string,
  given: Partial<ConnectorLimits> = {},
): Partial<ConnectorLimits> {
  check(given, { names: connectorLimitNames, owner: ` of the connector "${connector}"` });
  return given;
}

/**
 * Checks that all connectors with limits exist.
 *
 * @param limited - Ids of the connectors that have limits
 * @param served - Ids of the connectors that are served
 * @throws TypeError when one is not served
 */
export function checkLimitedIds(limited: readonly string[], served: readonly string[]): void {
  const unknown = limited.find((id) => !served.includes(id));
  if (unknown !== undefined)
    throw new TypeError(
      `Could not set the limits of "${unknown}": expected one of the connectors ${served.join(", ")}.`,
    );
}

function check(
  given: Readonly<Record<string, number>>,
  { names, owner }: { readonly names: readonly string[]; readonly owner: string },
): void {
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name))
      throw new TypeError(
        `Could not set the limits${owner}: expected one of ${names.join(", ")}, got "${name}".`,
      );
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(
        `Could not set the limit "${name}"${owner}: expected a whole number from 0, got ${String(value)}.`,
      );
  }
}

/** Whose use of the service has maximums of its own. */
export type QuotaHolder = "address" | "caller" | "account" | "connector";

/** What a holder may use only a part of. */
export type QuotaResource = "requests" | "streams";

/** The limit of each resource of each holder, in the order in which they are checked. */
export const quotaLimits = {
  address: { requests: "maxRequestsPerAddress", streams: "maxStreamsPerAddress" },
  caller: { requests: "maxRequestsPerCaller", streams: "maxStreamsPerCaller" },
  account: { requests: "maxRequestsPerAccount", streams: "maxStreamsPerAccount" },
  connector: { requests: "maxRequestsPerConnector", streams: "maxStreamsPerConnector" },
} as const satisfies Readonly<Record<QuotaHolder, Readonly<Record<QuotaResource, keyof Limits>>>>;

/** Name of a limit of what one holder has in progress. */
export type QuotaLimit = (typeof quotaLimits)[QuotaHolder][QuotaResource];

/** The limits of bytes per second. */
export const rateLimits = {
  caller: "maxBytesPerSecondPerCaller",
  account: "maxBytesPerSecondPerAccount",
  connector: "maxBytesPerSecondPerConnector",
} as const satisfies Readonly<Partial<Record<QuotaHolder, keyof Limits>>>;

/** Whose bytes per second are limited. */
export type RateHolder = keyof typeof rateLimits;

/** Name of a limit of bytes per second. */
export type RateLimit = (typeof rateLimits)[RateHolder];

/** The limits of what each holder uses. A running service can change them. */
export type QuotaMaximums = Pick<Limits, QuotaLimit | RateLimit>;

/** Holders whose limits can differ between connectors. */
type OfConnector = "account" | "connector";

/** The limits that a connector can have for itself. */
export type ConnectorLimits = Pick<
  Limits,
  (typeof quotaLimits)[OfConnector][QuotaResource] | (typeof rateLimits)[OfConnector]
>;

/** Names of the limits that a running service can change. */
export const quotaLimitNames: readonly (keyof QuotaMaximums)[] = [
  ...Object.values(quotaLimits).flatMap((limits) => Object.values(limits)),
  ...Object.values(rateLimits),
];

/** Names of the limits that a connector can have for itself. */
export const connectorLimitNames: readonly (keyof ConnectorLimits)[] = [
  ...Object.values(quotaLimits.account),
  ...Object.values(quotaLimits.connector),
  rateLimits.account,
  rateLimits.connector,
];

/** Values of the limits that limit nothing. */
export const noQuotas: QuotaMaximums = {
  maxRequestsPerAddress: 0,
  maxStreamsPerAddress: 0,
  maxRequestsPerCaller: 0,
  maxStreamsPerCaller: 0,
  maxRequestsPerAccount: 0,
  maxStreamsPerAccount: 0,
  maxRequestsPerConnector: 0,
  maxStreamsPerConnector: 0,
  maxBytesPerSecondPerCaller: 0,
  maxBytesPerSecondPerAccount: 0,
  maxBytesPerSecondPerConnector: 0,
};
