/** The body of an answer with an error status: 400 or more. */
export interface DataFailure {
  /** A message for the person. */
  readonly error: string;
  /** `gone`: the run is no longer kept, so it has to be made again. */
  readonly code: "invalid" | "gone" | "limit" | "engine" | "refused";
}
