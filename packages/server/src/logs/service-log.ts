/**
 * Receives log lines. A pino logger implements it.
 */
export interface ServiceLog {
  /** Writes an informational line. */
  info(record: object, message: string): void;
  /** Writes a line that an operator should check. */
  warn(record: object, message: string): void;
  /** Writes a line about a fault of the service or of a connector. */
  error(record: object, message: string): void;
}

/** A log that drops every line. */
export const silentLog: ServiceLog = { info: drop, warn: drop, error: drop };

function drop(): void {
  // Drops the line.
}
