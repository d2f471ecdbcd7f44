/** Why a request was given up: nobody is there to read the answer. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";

  constructor() {
    super("Answer request: the caller closed the connection");
  }
}
