import type { Exchange } from "../exchange/exchange.js";
import { couldNotRun } from "../expect/finding.js";
import { isObject, type JsonObject, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { agree, callbackOf, expectOAuthKind, type OAuthGeneration, providerOf } from "./oauth-target.js";

/** A setup of which only the last request is missing. */
export interface ReadyOAuth1 {
  readonly path: string;
  readonly body: JsonObject;
  /** Query of the provider's redirect to the callback. */
  readonly query: URLSearchParams;
}

/**
 * Starts an account setup, which fetches a request token from the provider.
 *
 * @param context - Context of the check
 * @param generation - Generation of the paths
 * @param fresh - Any number other than 0 starts a new setup
 * @returns The response
 * @throws Finding when the connector does not have this kind, or the suite's provider is missing
 */
export async function startOAuth1(
  context: CheckContext,
  generation: OAuthGeneration,
  fresh = 0,
): Promise<Exchange> {
  await expectOAuthKind(context, "oauth");
  providerOf(context);
  const callback = new URL(callbackOf(context));
  callback.searchParams.set("state", "a/b+c=");
  const body = { callback_uri: callback.href };
  return generation === "v1"
    ? context.get(`/oauth1?${new URLSearchParams(body).toString()}`, { fresh })
    : context.post("/oauth1/v1/authorize", body, { fresh });
}

/**
 * Performs a setup up to its last request.
 *
 * @param context - Context of the check
 * @param generation - Generation of the paths
 * @param fresh - Number that distinguishes this setup from others
 * @returns The last request
 */
export async function readyOAuth1(
  context: CheckContext,
  generation: OAuthGeneration,
  fresh: number,
): Promise<ReadyOAuth1> {
  const start = await startOAuth1(context, generation, fresh);
  const query = await agree(context, start);
  const answer = objectOf(start);
  if (!isObject(answer)) couldNotRun("The start of the account setup returned another value than an object");
  const { token, secret } = answer;
  const fields = { access_token: token, access_secret: secret, callback_uri: callbackOf(context) };
  const path = generation === "v1" ? "/oauth1" : "/oauth1/v1/access_token";
  return { path, body: { fields, oauth_verifier: query.get("oauth_verifier") }, query };
}

/**
 * Performs a complete setup over the short paths.
 *
 * @param context - Context of the check
 * @returns The response to the last request
 */
export async function finishOAuth1Short(context: CheckContext): Promise<Exchange> {
  const { path, body } = await readyOAuth1(context, "v1", 1);
  return context.post(path, body);
}

/**
 * Performs a complete setup over the paths of the second generation.
 *
 * @param context - Context of the check
 * @returns The response to the last request
 */
export async function finishOAuth1Long(context: CheckContext): Promise<Exchange> {
  const { path, body } = await readyOAuth1(context, "v2", 2);
  return context.post(path, body);
}

/**
 * Performs the setup of the generation that is judged in depth.
 *
 * @param context - Context of the check
 * @returns The response to the last request of a setup, the same for all checks
 */
export function finishOAuth1(context: CheckContext): Promise<Exchange> {
  return context.once(context.run.generation === "v1" ? finishOAuth1Short : finishOAuth1Long);
}
