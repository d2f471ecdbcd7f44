import { reservedAccountKinds } from "@wellhead/contract";
import { type AccountMembers, type OAuth2Finish, type OAuth2Flow } from "@wellhead/runtime";
import { ConnectorError } from "@wellhead/sdk";
import type { Answer } from "../../../answer/answer.js";
import { checkLength, demandText, maxSignInChars, readText } from "../../../request/read-text.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import type { FinishRequest } from "../requests/requests.js";
import { finishedAccount } from "./finished-account.js";
import { demandFlow } from "./oauth2-start.js";

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
  const flow = demandFlow(scope);
  const finish = readFinish(request, scope, flow.facts.provider);
  scope.attempts.admitCode(finish.code);
  const members = await control.call({ action: "Sign in" }, () => flow.finish(finish, scope.oauth));
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
    scope.log.info("Revoked the tokens of a sign-in that failed");
    scope.audit("tokens_revoked", { outcome: "revoked" });
  } catch (error) {
    scope.log.failed("Could not revoke the tokens of a sign-in that failed", error, "warn");
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
    "the callback the sign-in was begun with",
  );
  const { fields: _nested, ...redirect } = body;
  return {
    callback,
    code: demandText(code, "code", "the code the provider sent the person back with"),
    state: checkLength(read("state"), "state", maxSignInChars.state),
    redirect: { ...fields, ...redirect },
  };
}

/** Throws if the provider refused the sign-in: it then sends an error instead of a code. */
function checkRefusal(error: string | undefined, provider: string): void {
  if (error === undefined) return;
  const told = /^[\w.-]{1,80}$/.test(error) ? ` (${error})` : "";
  throw new ConnectorError(
    "grant_refused",
    `Sign in with ${provider}: it was not granted${told}, start again and allow the access`,
  );
}
