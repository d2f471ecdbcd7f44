import { reservedAccountKinds } from "@wellhead/contract";
import { ConnectorError, type OAuth2Finish } from "@wellhead/sdk";
import type { Answer } from "../answer/answer.js";
import type { JsonObject } from "../request/json-object.js";
import { readObject } from "../request/read-member.js";
import { checkLength, demandText, maxSignInChars, readText } from "../request/read-text.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { finishedAccount } from "./finished-account.js";
import { oauthContext } from "./oauth-context.js";
import { demandFlow } from "./oauth2-start.js";

/**
 * POST /oauth2 and POST /oauth2/v1/access_token: makes an account of what came back with the person.
 *
 * @param input - The request: `fields` with `callback_uri`, `code`, `state`, and every argument of the redirect
 * @param context - Context of the request
 * @returns The account, checked and named
 * @throws ConnectorError `missing_field`, `grant_refused`, `account_invalid`, and others when the provider fails
 * @see The connector contract, "OAuth 2"
 */
export async function oauth2Finish({ body }: EndpointInput, context: EndpointContext): Promise<Answer> {
  const { control } = context;
  const flow = demandFlow(context);
  const finish = readFinish(body, context, flow.facts.provider);
  const members = await control.call({ action: "Sign in" }, () => flow.finish(finish, oauthContext(context)));
  return await finishedAccount(reservedAccountKinds.oauth2, members, context);
}

function readFinish(body: JsonObject, { log }: EndpointContext, provider: string): OAuth2Finish {
  const fields = readObject(body, "fields") ?? {};
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

/** A provider that says no sends an error in place of a code. */
function checkRefusal(error: string | undefined, provider: string): void {
  if (error === undefined) return;
  const told = /^[\w.-]{1,80}$/.test(error) ? ` (${error})` : "";
  throw new ConnectorError(
    "grant_refused",
    `Sign in with ${provider}: it was not granted${told}, start again and allow the access`,
  );
}
