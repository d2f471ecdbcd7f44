/**
 * Limits of a service. Every one has a default; times are milliseconds, sizes are bytes.
 *
 * A limit that Node's HTTP server enforces (`headersTimeout`, `requestTimeout`, `keepAliveTimeout`,
 * `maxHeaderBytes`, `maxConnections`) holds for `createApp` only: mounted in another Fastify, that one's settings count.
 */
export interface Limits {
  /** Longest time a caller may take to send the request line and headers. Default: 10 s. */
  readonly headersTimeout: number;
  /** Longest time a caller may take to send the whole request. Default: 30 s. */
  readonly requestTimeout: number;
  /** How long an idle connection is kept open; above the 60 s of common balancers. Default: 75 s. */
  readonly keepAliveTimeout: number;
  /** Most bytes of request line and headers. Default: 16 KiB. */
  readonly maxHeaderBytes: number;
  /** Most bytes of a request body. Default: 1 MiB. */
  readonly maxBodyBytes: number;
  /** Most levels of objects and arrays in a request body. Default: 32. */
  readonly maxBodyDepth: number;
  /** Most members of one object in a request body. Default: 1000. */
  readonly maxObjectKeys: number;
  /**
   * Maximum number of open connections. A further one takes the place of the one that has been without a request
   * the longest; when all have one, it is closed. Default: 1000.
   */
  readonly maxConnections: number;
  /**
   * Maximum number of open connections from one address, trusted proxies apart. A further one takes the place of the one
   * from that address that has been without a request the longest; when all have one, it is closed. Default: 0, no maximum.
   */
  readonly maxConnectionsPerAddress: number;
  /** Maximum number of POST requests in progress from one address; further ones get 429. Default: 0, no maximum. */
  readonly maxRequestsPerAddress: number;
  /** Maximum number of POST / in progress from one address; further ones get 429. Default: 0, no maximum. */
  readonly maxStreamsPerAddress: number;
  /**
   * Maximum number of answers of POST / under way. A further one takes the place of the one whose caller has not read
   * for the longest, at least 5 s; when there is none, it gets 503. Default: 256.
   */
  readonly maxStreams: number;
  /**
   * How long a POST request may wait until it begins. One that would wait longer gets 503 when it arrives, as does one for
   * rows that would wait a fifth of this time between its batches. Default: 500 ms.
   */
  readonly maxQueueDelay: number;
  /**
   * Mean event loop delay above which at most four POST requests to each endpoint of a connector are in progress at once, and
   * the service is not ready. Default: 500 ms.
   */
  readonly maxEventLoopDelay: number;
  /** How long code may hold the event loop before a line names its connector and request; `0` means for ever. Default: 1 s. */
  readonly maxLoopHold: number;
  /**
   * How much of V8's heap limit (`--max-old-space-size`) may be used, in percent. Beyond it POST requests get 503 while four are in
   * progress, and the service is not ready; `0` means all of it. Default: 90.
   */
  readonly maxHeapPercent: number;
  /** How much resident memory the process may use, with the same consequences beyond it; `0` means any. Default: 0. */
  readonly maxResidentBytes: number;
  /** How long a caller may read its rows more slowly than `minReadRate` before the connection is cut. Default: 120 s. */
  readonly stallTimeout: number;
  /** Bytes a second a caller has to read while rows wait for it. Default: 256. */
  readonly minReadRate: number;
  /** How long a closing connection may take to close from the other side, before it is destroyed. Default: 1 s. */
  readonly closeTimeout: number;
  /** Longest time for everything a connector does for one request other than POST /. Default: 20 s. */
  readonly answerTimeout: number;
  /** Longest wait for one batch of rows; `0` waits for ever. Default: 300 s. */
  readonly batchTimeout: number;
  /** Most options POST /datalist answers; one more entry then says that the list is cut. Default: 1000. */
  readonly maxOptions: number;
  /** After `close()`, how long requests are still accepted so that balancers can notice. Default: 5 s, without an admin port 0. */
  readonly drainDelay: number;
  /** After the drain delay, how long requests under way may take before they are ended. Default: 25 s. */
  readonly drainTimeout: number;
}

/** The limits that hold where {@link Limits} are not set. */
export const defaultLimits: Limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 1024 * 1024,
  maxBodyDepth: 32,
  maxObjectKeys: 1000,
  maxConnections: 1000,
  maxConnectionsPerAddress: 0,
  maxRequestsPerAddress: 0,
  maxStreamsPerAddress: 0,
  maxStreams: 256,
  maxQueueDelay: 500,
  maxEventLoopDelay: 500,
  maxLoopHold: 1_000,
  maxHeapPercent: 90,
  maxResidentBytes: 0,
  stallTimeout: 120_000,
  minReadRate: 256,
  closeTimeout: 1_000,
  answerTimeout: 20_000,
  batchTimeout: 300_000,
  maxOptions: 1000,
  drainDelay: 5_000,
  drainTimeout: 25_000,
};
