import type { Answer } from "../../answer/answer.js";
import type { Endpoint, ReceivedRequest } from "../../route/face.js";
import type { RequestScope } from "../../scope/request-scope.js";

/**
 * Makes the handler of an endpoint, which parses the request once.
 *
 * @param parse - Parses the request
 * @param handle - Handles the parsed request
 * @returns The handler
 */
export function parsed<Request>(
  parse: (received: ReceivedRequest) => Request,
  handle: (request: Request, scope: RequestScope) => Answer | Promise<Answer>,
): Endpoint["handle"] {
  return (received, scope) => handle(parse(received), scope);
}
