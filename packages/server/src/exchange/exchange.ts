import type { Answer } from "../answer/answer.js";
import type { RequestLog } from "../logs/request-log.js";

/** A request and what is answered to it. */
export interface Exchange {
  /** The answer; `undefined` when the caller has left and there is nobody to answer. */
  readonly answer: Answer | undefined;
  readonly log: RequestLog;
  /** Name of the endpoint, `none` when the path leads to none. */
  readonly endpoint: string;
  /** Id of the connector, empty when the request reached none. */
  readonly connector: string;
  /** Id of the source, when one was found. */
  readonly source: string | undefined;
  /** Error code, when the answer is an error. */
  readonly code: string | undefined;
}
