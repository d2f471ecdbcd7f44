/** Values that are read whenever the metrics are read. */
export interface MetricsReadings {
  /** Number of row streams in progress. */
  readonly activeStreams: () => number;
  /** Mean delay of the event loop, in milliseconds. */
  readonly loopDelay: () => number;
  /** Used share of the memory limit; above 1, requests are refused. */
  readonly memoryShare: () => number;
}
