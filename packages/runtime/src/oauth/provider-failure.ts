/** The outcome of a request to a provider that returned no usable response. */
export type CallOutcome =
  /** The request was not sent, so the provider cannot have acted on it. */
  | "unsent"
  /** The request may have been sent, and it is unknown whether the provider acted on it. */
  | "unknown"
  /** The provider responded that it did not act on the request. */
  | "refused";

/** A failed request to a provider: the error for the caller, and whether the provider may have acted on the request. */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";
  /** Whether the provider may have acted on the request. */
  readonly outcome: CallOutcome;
  /** The error for the caller. */
  readonly error: Error;

  /**
   * Wraps the error for the caller.
   *
   * @param outcome - Whether the provider may have acted on the request
   * @param error - The error for the caller
   */
  constructor(outcome: CallOutcome, error: Error) {
    super(error.message, { cause: error });
    this.outcome = outcome;
    this.error = error;
  }
}
