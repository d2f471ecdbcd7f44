import { reservedAccountKinds } from "@wellhead/contract";
import { type OAuth2Flow } from "@wellhead/runtime";
import { ConnectorError } from "@wellhead/sdk";
import type { Answer } from "../answer/answer.js";
import { jsonAnswer } from "../answer/json-answer.js";
import { oauth2FlowOf } from "../oauth/announce-oauth.js";
import { checkLength, demandText, maxSignInChars, readArgument, readText } from "../request/read-text.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { oauthContext } from "./oauth-context.js";

/**
 * Handles GET /oauth2 and POST /oauth2/v1/authorize: returns the address where the user signs in.
 *
 * @param input - The request; `callback_uri` and `state` are in the query or in the body
 * @param context - Context of the request
 * @returns `{ redirect_uri, callback_uri }`
 * @throws ConnectorError `missing_field` or `invalid_field` about the callback, `internal` when the deployment has no
 * client
 * @see The connector contract, "OAuth 2"
 */
export async function oauth2Start({ body, query }: EndpointInput, context: EndpointContext): Promise<Answer> {
  const flow = demandFlow(context);
  const callback = demandText(
    readText(body, "callback_uri") ?? readArgument(query(), "callback_uri"),
    "callback_uri",
    "the address the provider sends the person back to",
  );
  const given = readText(body, "state") ?? readArgument(query(), "state");
  const state = checkLength(given, "state", maxSignInChars.state);
  const address = await context.control.enter(() => flow.start({ callback, state }, oauthContext(context)));
  return jsonAnswer({ redirect_uri: address.href, callback_uri: callback });
}

/**
 * Returns the OAuth 2 flow of the request's connector, and selects the egress of its account kind for the request.
 *
 * @param context - Context of the request
 * @returns The flow
 * @throws ConnectorError `not_found` when the connector has none
 */
export function demandFlow(context: EndpointContext): OAuth2Flow {
  const flow = oauth2FlowOf(context.served.connector);
  context.control.egress = context.served.egressOf(reservedAccountKinds.oauth2);
  if (flow !== undefined) return flow;
  throw new ConnectorError("not_found", "Sign in: this connector has no OAuth 2 accounts");
}
