/** Limits of every upstream call, in milliseconds and bytes. */
export interface HttpLimits {
  /** Until the response headers arrive, including name lookup, connecting and TLS handshake. Default: 45,000. */
  readonly answer: number;
  /** Between sending the request and the first byte of the response. Default: 30,000. */
  readonly firstByte: number;
  /** Without a byte of the body arriving. Default: 30,000. */
  readonly idle: number;
  /** For reading a whole response, or the next items of a streamed one. Default: 120,000. */
  readonly page: number;
  /** Maximum decoded bytes of a response that is read whole, or of one item of a streamed response. Default: 16 MiB. */
  readonly pageBytes: number;
  /** Maximum ratio of decoded to encoded size of a body, beyond the first MiB. Default: 100. */
  readonly ratio: number;
  /** Maximum levels of arrays and objects in JSON. Default: 512. */
  readonly depth: number;
  /**
   * Maximum wait for a limit of the upstream in a bulk read; for a longer one the caller is told to retry later. Before
   * a call of the request has succeeded, half of it applies. Default: 60,000.
   */
  readonly wait: number;
  /** The same for interactive requests: forms and account checks. Default: 5,000. */
  readonly interactiveWait: number;
}

/** The limits that apply unless a connector states others. */
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
