import { type Failure, transportFailure } from "./transport-error.js";

/** Carries a classified failure out of an attempt; never leaves the HTTP client. */
export class AttemptFailure extends Error {
  /** What failed, and whether another attempt may help. */
  readonly failure: Failure;

  /**
   * Wraps a failure.
   *
   * @param failure - What failed
   */
  constructor(failure: Failure) {
    super(failure.error.message);
    this.failure = failure;
  }
}

/**
 * Classifies whatever an attempt threw.
 *
 * @param thrown - What was thrown
 * @param host - Host of the request
 * @returns The failure
 */
export function failureOf(thrown: unknown, host: string): Failure {
  return thrown instanceof AttemptFailure ? thrown.failure : transportFailure(thrown, host);
}
