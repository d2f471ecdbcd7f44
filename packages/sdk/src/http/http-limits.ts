/** Bounds of every upstream call, in milliseconds and bytes. */
export interface HttpLimits {
  /** Until the headers of the answer are there, with name look-up, connecting and handshake. Default: 45,000. */
  readonly answer: number;
  /** Between the request being sent and the first byte of the answer. Default: 30,000. */
  readonly firstByte: number;
  /** Without a byte of the body. Default: 30,000. */
  readonly idle: number;
  /** For an answer that is read whole, or the next items of one that is read as it comes. Default: 120,000. */
  readonly page: number;
  /** Bytes of an answer that is read whole, or of one item of an answer that is read as it comes; decoded. Default: 16 MiB. */
  readonly pageBytes: number;
  /** How often larger than its encoded form a body may be, beyond the first MiB. Default: 100. */
  readonly ratio: number;
  /** Levels of arrays and objects in JSON. Default: 512. */
  readonly depth: number;
  /**
   * For a limit of the upstream to pass, in a bulk read; above it the caller is told to come back. Half of it before the
   * first call has brought anything. Default: 60,000.
   */
  readonly wait: number;
  /** The same while a person waits: forms, account checks. Default: 5,000. */
  readonly interactiveWait: number;
}

/** The bounds used unless a connector states others. */
export const defaultHttpLimits: HttpLimits = {
  answer: 45_000,
  firstByte: 30_000,
  idle: 30_000,
  page: 120_000,
  pageBytes: 16 * 1024 * 1024,
  ratio: 100,
  depth: 512,
  wait: 60_000,
  interactiveWait: 5000,
};
