/** The kind of event that an audit line records. */
export type AuditEvent =
  | "sign_in_begun"
  | "sign_in_finished"
  | "sign_in_refused"
  | "account_refreshed"
  | "account_revoked"
  | "tokens_revoked"
  | "caller_refused"
  | "caller_throttled";

/**
 * The members of an audit line besides its time and event. A line cannot have any others, and none of them holds a
 * secret.
 */
export interface AuditDetails {
  readonly requestId: string;
  readonly connector?: string | undefined;
  /** Address of the caller. */
  readonly address?: string | undefined;
  /** The name of the caller's token, the id of its key or the subject of its certificate. */
  readonly caller?: string | undefined;
  /** Error code. */
  readonly code?: string | undefined;
  /** The reason, worded as in the response to the caller. */
  readonly reason?: string | undefined;
  /** How a refresh or a revocation ended. */
  readonly outcome?: string | undefined;
}

/** The record of one event. */
export interface AuditRecord extends AuditDetails {
  /** ISO 8601. */
  readonly time: string;
  readonly event: AuditEvent;
  /** Number of refusals omitted before this one; absent when it is zero. */
  readonly dropped?: number;
}

/** Receives the record of one event and writes it as a line of JSON. */
export type AuditSink = (record: AuditRecord) => void;

/** Maximum number of refusals written per period, so that a flood of them does not fill the disk. */
const maxRefusals = 600;

/** Length of that period, in milliseconds. */
const periodMs = 60_000;

/** Writes who signed in, what was refreshed or revoked, and who was refused. */
export class AuditLog {
  readonly #sink: AuditSink;
  readonly #now: () => Date;
  #periodStart = 0;
  #refusals = 0;

  /**
   * @param sink - Receives the records
   * @param now - Returns the current time
   */
  constructor(sink: AuditSink, now: () => Date) {
    this.#sink = sink;
    this.#now = now;
  }

  /**
   * Writes a line. At most 600 lines a minute are written for refused and throttled callers. The first such line of the
   * next period states how many were omitted.
   *
   * @param event - What happened
   * @param details - Whom it concerns, and why
   */
  write(event: AuditEvent, details: AuditDetails): void {
    const now = this.#now();
    const isRefusal = event === "caller_refused" || event === "caller_throttled";
    const dropped = isRefusal ? this.#countRefusal(now.getTime()) : 0;
    if (dropped === undefined) return;
    this.#sink({ time: now.toISOString(), event, ...details, ...(dropped > 0 && { dropped }) });
  }

  /** Returns how many refusals were omitted before this one, or `undefined` when this one is omitted too. */
  #countRefusal(now: number): number | undefined {
    const isNewPeriod = now - this.#periodStart >= periodMs;
    const dropped = isNewPeriod ? Math.max(0, this.#refusals - maxRefusals) : 0;
    if (isNewPeriod) {
      this.#periodStart = now;
      this.#refusals = 0;
    }
    this.#refusals += 1;
    return this.#refusals > maxRefusals ? undefined : dropped;
  }
}
