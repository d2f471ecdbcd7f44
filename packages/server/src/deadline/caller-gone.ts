/** The reason why a request was aborted: its caller has left and cannot read the response. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";

  constructor() {
    super("Could not answer the request: the caller closed the connection.");
  }
}
