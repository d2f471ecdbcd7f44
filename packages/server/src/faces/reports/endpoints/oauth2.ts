import { reservedAccountKinds } from "@wellhead/contract/vocabulary";
import type { AccountMembers, OAuth2Finish, OAuth2Flow } from "@wellhead/runtime";
import { ConnectorError } from "@wellhead/sdk";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import { oauth2FlowOf } from "../../../oauth/announce-oauth.js";
import { readText } from "../../../request/read-member.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import type { FinishRequest, SignInRequest } from "../requests/requests.js";
import { checkLength, demandText, maxSignInChars } from "./sign-in-values.js";
import { finishedAccount } from "./validate.js";

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
  const flow = requireFlow(scope);
  const callback = demandText(
    request.callback,
    "callback_uri",
    "expected the address to which the provider sends the person back",
  );
  const state = checkLength(request.state, "state", maxSignInChars.state);
  const address = await scope.control.enter(() => flow.start({ callback, state }, scope.oauth));
  return jsonAnswer({ redirect_uri: address.href, callback_uri: callback });
}

/** Returns the OAuth 2 flow of the request's connector, and selects the egress of its account kind for the request. */
function requireFlow(scope: RequestScope): OAuth2Flow {
  const flow = oauth2FlowOf(scope.served.connector);
  scope.control.egress = scope.served.egressOf(reservedAccountKinds.oauth2);
  if (flow !== undefined) return flow;
  throw new ConnectorError("not_found", "Could not sign in: this connector has no OAuth 2 accounts.");
}

/**
 * Handles POST /oauth2 and POST /oauth2/v1/access_token: creates an account from the arguments of the provider's
 * redirect.
 *
 * @param request - `fields` with `callback_uri`, `code`, `state`, and every argument of the redirect
 * @param scope - The request
 * @returns The account, checked and named
 * @throws ConnectorError `missing_field`, `grant_refused`, `account_invalid`, and others when the provider fails
 * @see The connector contract, "OAuth 2"
 */
export async function oauth2Finish(request: FinishRequest, scope: RequestScope): Promise<Answer> {
  const { control } = scope;
  const flow = requireFlow(scope);
  const finish = readFinish(request, scope, flow.facts.provider);
  scope.attempts.admitCode(finish.code);
  const members = await control.call({ action: "sign in" }, () => flow.finish(finish, scope.oauth));
  return await finishedAccount(
    {
      kind: reservedAccountKinds.oauth2,
      members,
      discard: (current) => revokeUnused(flow, current, scope),
    },
    scope,
  );
}

/** Revokes tokens that no platform will ever receive, because the sign-in failed after the provider issued them. */
async function revokeUnused(flow: OAuth2Flow, members: AccountMembers, scope: RequestScope): Promise<void> {
  try {
    if (!(await flow.revoke(members, scope.oauth))) return;
    scope.log.info("Revoked the tokens of a sign-in that failed.");
    scope.audit("tokens_revoked", { outcome: "revoked" });
  } catch (error) {
    scope.log.failed("Could not revoke the tokens of a sign-in that failed.", error, "warn");
    scope.audit("tokens_revoked", { outcome: "failed" });
  }
}

function readFinish({ body, fields }: FinishRequest, { log }: RequestScope, provider: string): OAuth2Finish {
  const read = (name: string): string | undefined => readText(body, name) ?? readText(fields, name);
  const code = checkLength(read("code"), "code", maxSignInChars.code);
  if (code === undefined) checkRefusal(read("error"), provider);
  else log.keepSecret(code);
  const callback = demandText(
    read("callback_uri"),
    "callback_uri",
    "expected the callback with which the sign-in was started",
  );
  const { fields: _nested, ...redirect } = body;
  return {
    callback,
    code: demandText(code, "code", "expected the code that the provider sent"),
    state: checkLength(read("state"), "state", maxSignInChars.state),
    redirect: { ...fields, ...redirect },
  };
}

/** Throws if the provider refused the sign-in: it then sends an error instead of a code. */
function checkRefusal(error: string | undefined, provider: string): void {
  if (error === undefined) return;
  const reason = /^[\w.-]{1,80}$/.test(error) ? ` (${error})` : "";
  throw new ConnectorError(
    "grant_refused",
    `Could not sign in with ${provider}: the access was not granted${reason}. Start again and allow the access.`,
  );
}
