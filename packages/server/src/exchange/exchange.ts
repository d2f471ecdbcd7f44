import type { Answer } from "../answer/answer.js";
import type { RequestScope } from "../scope/request-scope.js";

/** The response to a request, and what the log says about it. */
export interface Exchange {
  readonly scope: RequestScope;
  /** The response; `undefined` when the caller has disconnected. */
  readonly answer: Answer | undefined;
  /** Error code, if the response is an error. */
  readonly code: string | undefined;
}
