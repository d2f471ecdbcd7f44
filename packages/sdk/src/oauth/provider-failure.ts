/** What became of a call that brought no usable answer. */
export type CallFate =
  /** It never left: the provider cannot know of it. */
  | "unsent"
  /** It left, and whether the provider acted on it is not known. */
  | "unknown"
  /** The provider answered that it did not act on it. */
  | "refused";

/** A failed call of a provider: what it means for the caller, and whether the provider may have acted on it. */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";
  /** Whether the provider may have acted on it. */
  readonly fate: CallFate;
  /** The error for the caller. */
  readonly error: Error;

  /**
   * Wraps the error for the caller.
   *
   * @param fate - Whether the provider may have acted on the call
   * @param error - The error for the caller
   */
  constructor(fate: CallFate, error: Error) {
    super(error.message, { cause: error });
    this.fate = fate;
    this.error = error;
  }
}
