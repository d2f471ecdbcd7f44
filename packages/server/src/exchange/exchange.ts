import type { Answer } from "../answer/answer.js";
import type { RequestLog } from "../logs/request-log.js";

/** The response to a request, and what the log says about it. */
export interface Exchange {
  /** The response; `undefined` when the caller has disconnected. */
  readonly answer: Answer | undefined;
  readonly log: RequestLog;
  /** Name of the endpoint; `none` when the path matches no endpoint. */
  readonly endpoint: string;
  /** Id of the connector; empty when the request did not reach one. */
  readonly connector: string;
  /** Id of the source, if the request has one. */
  readonly source: string | undefined;
  /** Error code, if the response is an error. */
  readonly code: string | undefined;
}
