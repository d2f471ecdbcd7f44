/** What an audit line is about. */
export type AuditEvent =
  | "sign_in_begun"
  | "sign_in_finished"
  | "sign_in_refused"
  | "account_refreshed"
  | "account_revoked"
  | "tokens_revoked"
  | "caller_refused"
  | "caller_throttled";

/** The members of an audit line besides its time and event; there is no way to write another, and none holds a secret. */
export interface AuditDetails {
  readonly requestId: string;
  readonly connector?: string | undefined;
  /** Address of the caller. */
  readonly address?: string | undefined;
  /** Name of its token, id of its key or subject of its certificate. */
  readonly caller?: string | undefined;
  /** Error code. */
  readonly code?: string | undefined;
  /** Why, in the words the caller was told. */
  readonly reason?: string | undefined;
  /** How a refresh or a revocation ended. */
  readonly outcome?: string | undefined;
}

/** What is written about one event. */
export interface AuditRecord extends AuditDetails {
  /** ISO 8601. */
  readonly time: string;
  readonly event: AuditEvent;
  /** Refusals left out before this one; absent when there were none. */
  readonly dropped?: number;
}

/** Takes the record of one event, to be written as a line of JSON. */
export type AuditSink = (record: AuditRecord) => void;

/** Refusals that are written in one period; a flood of them must not fill a disk. */
const maxRefusals = 600;

/** Length of such a period, in milliseconds. */
const periodMs = 60_000;

/** Writes who signed in, what was refreshed or revoked, and who was refused. */
export class AuditLog {
  readonly #sink: AuditSink;
  readonly #now: () => Date;
  #periodStart = 0;
  #refusals = 0;

  /**
   * @param sink - Takes the records
   * @param now - The current instant
   */
  constructor(sink: AuditSink, now: () => Date) {
    this.#sink = sink;
    this.#now = now;
  }

  /**
   * Writes a line. Of refused and throttled callers at most 600 a minute are written; the next line says how many were left out.
   *
   * @param event - What happened
   * @param details - To whom, and why
   */
  write(event: AuditEvent, details: AuditDetails): void {
    const now = this.#now();
    const isRefusal = event === "caller_refused" || event === "caller_throttled";
    const dropped = isRefusal ? this.#countRefusal(now.getTime()) : 0;
    if (dropped === undefined) return;
    this.#sink({ time: now.toISOString(), event, ...details, ...(dropped > 0 && { dropped }) });
  }

  /** Returns how many refusals were left out before this one, `undefined` when this one is left out too. */
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
