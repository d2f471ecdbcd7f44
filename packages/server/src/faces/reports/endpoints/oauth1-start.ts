import { reservedAccountKinds } from "@wellhead/contract";
import { type OAuth1Flow } from "@wellhead/runtime";
import { ConnectorError } from "@wellhead/sdk";
import type { Answer } from "../../../answer/answer.js";
import { jsonAnswer } from "../../../answer/json-answer.js";
import { oauth1FlowOf } from "../../../oauth/announce-oauth.js";
import { demandText } from "../../../request/read-text.js";
import type { RequestScope } from "../../../scope/request-scope.js";

/**
 * Handles GET /oauth1 and POST /oauth1/v1/authorize: returns the address where the user signs in, and the temporary
 * credentials that finish the sign-in.
 *
 * @param given - The callback
 * @param scope - The request
 * @returns `{ redirect_uri, token, secret }`
 * @throws ConnectorError `missing_field` or `invalid_field` about the callback, and others when the provider fails
 * @see The connector contract, "OAuth 1"
 */
export async function oauth1Start(given: string | undefined, scope: RequestScope): Promise<Answer> {
  const { control, log } = scope;
  const flow = demandOAuth1(scope);
  const callback = demandText(given, "callback_uri", "the address the provider sends the person back to");
  const { address, token, secret } = await control.call({ action: "Sign in" }, () =>
    flow.start(callback, scope.oauth),
  );
  log.keepSecret(token);
  log.keepSecret(secret);
  return jsonAnswer({ redirect_uri: address.href, token, secret });
}

/**
 * Returns the OAuth 1 flow of the request's connector, and selects the egress of its account kind for the request.
 *
 * @param scope - The request
 * @returns The flow
 * @throws ConnectorError `not_found` when the connector has none
 */
export function demandOAuth1(scope: RequestScope): OAuth1Flow {
  const flow = oauth1FlowOf(scope.served.connector);
  scope.control.egress = scope.served.egressOf(reservedAccountKinds.oauth1);
  if (flow !== undefined) return flow;
  throw new ConnectorError("not_found", "Sign in: this connector has no OAuth 1 accounts");
}
