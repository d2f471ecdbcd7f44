import { reservedAccountKinds } from "@wellhead/contract";
import { type OAuth2Flow } from "@wellhead/runtime";
import { ConnectorError } from "@wellhead/sdk";
import type { Answer } from "../../../answer/answer.js";
import { jsonAnswer } from "../../../answer/json-answer.js";
import { oauth2FlowOf } from "../../../oauth/announce-oauth.js";
import { checkLength, demandText, maxSignInChars } from "../../../request/read-text.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import type { SignInRequest } from "../requests/requests.js";

/**
 * Handles GET /oauth2 and POST /oauth2/v1/authorize: returns the address where the user signs in.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns `{ redirect_uri, callback_uri }`
 * @throws ConnectorError `missing_field` or `invalid_field` about the callback, `internal` when the deployment has no
 * client
 * @see The connector contract, "OAuth 2"
 */
export async function oauth2Start(request: SignInRequest, scope: RequestScope): Promise<Answer> {
  const flow = demandFlow(scope);
  const callback = demandText(
    request.callback,
    "callback_uri",
    "the address the provider sends the person back to",
  );
  const state = checkLength(request.state, "state", maxSignInChars.state);
  const address = await scope.control.enter(() => flow.start({ callback, state }, scope.oauth));
  return jsonAnswer({ redirect_uri: address.href, callback_uri: callback });
}

/**
 * Returns the OAuth 2 flow of the request's connector, and selects the egress of its account kind for the request.
 *
 * @param scope - The request
 * @returns The flow
 * @throws ConnectorError `not_found` when the connector has none
 */
export function demandFlow(scope: RequestScope): OAuth2Flow {
  const flow = oauth2FlowOf(scope.served.connector);
  scope.control.egress = scope.served.egressOf(reservedAccountKinds.oauth2);
  if (flow !== undefined) return flow;
  throw new ConnectorError("not_found", "Sign in: this connector has no OAuth 2 accounts");
}
