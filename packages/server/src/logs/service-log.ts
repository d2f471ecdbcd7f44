/**
 * Where log lines go. A pino logger is one.
 */
export interface ServiceLog {
  /** Takes a line for the record. */
  info(record: object, message: string): void;
  /** Takes a line an operator should look at. */
  warn(record: object, message: string): void;
  /** Takes a line about a fault of the service or of a connector. */
  error(record: object, message: string): void;
}

/** A log that drops every line. */
export const silentLog: ServiceLog = { info: drop, warn: drop, error: drop };

function drop(): void {
  // Nobody listens.
}
