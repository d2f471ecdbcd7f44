/** The reason why a request was aborted: its caller has left and cannot read the response. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";

  constructor() {
    super("Answer request: the caller closed the connection");
  }
}
