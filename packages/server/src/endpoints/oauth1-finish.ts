import { reservedAccountKinds } from "@wellhead/contract";
import type { OAuth1Finish } from "@wellhead/sdk";
import type { Answer } from "../answer/answer.js";
import type { JsonObject } from "../request/json-object.js";
import { readObject } from "../request/read-member.js";
import { demandText, readText } from "../request/read-text.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { finishedAccount } from "./finished-account.js";
import { demandOAuth1 } from "./oauth1-start.js";

/**
 * POST /oauth1 and POST /oauth1/v1/access_token: makes an account of what came back with the person.
 *
 * @param input - The request: `fields` with the temporary credentials, and `oauth_verifier`
 * @param context - Context of the request
 * @returns The account, checked and named
 * @throws ConnectorError `missing_field`, `grant_refused`, `account_invalid`, and others when the provider fails
 * @see The connector contract, "OAuth 1"
 */
export async function oauth1Finish({ body }: EndpointInput, context: EndpointContext): Promise<Answer> {
  const { served, accounts, control } = context;
  const flow = demandOAuth1(context);
  const finish = readFinish(body, context);
  const members = await control.call({ action: "Sign in" }, () =>
    flow.finish(finish, { connector: served.connector.id, environment: accounts.environment }),
  );
  return await finishedAccount(reservedAccountKinds.oauth1, members, context);
}

function readFinish(body: JsonObject, { log }: EndpointContext): OAuth1Finish {
  const fields = readObject(body, "fields") ?? {};
  const token = readText(fields, "access_token");
  const secret = readText(fields, "access_secret");
  const verifier = readText(body, "oauth_verifier") ?? readText(fields, "oauth_verifier");
  for (const text of [token, secret, verifier]) if (text !== undefined) log.keepSecret(text);
  return {
    token: demandText(token, "access_token", 'the "token" the sign-in was begun with, in "fields"'),
    secret: demandText(secret, "access_secret", 'the "secret" the sign-in was begun with, in "fields"'),
    verifier: demandText(verifier, "oauth_verifier", "the verifier the provider sent the person back with"),
  };
}
