/** The body of a response with an error status: 400 or more. */
export interface DataFailure {
  /** A message for the user. */
  readonly error: string;
  /** `gone` means that the run is no longer stored and has to be repeated. */
  readonly code: "invalid" | "gone" | "limit" | "engine" | "refused";
}
