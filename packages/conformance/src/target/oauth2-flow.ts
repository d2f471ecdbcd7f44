import type { JsonObject } from "../expect/json-of.js";
import type { Exchange } from "../probe/exchange.js";
import type { CheckContext } from "../run/check-context.js";
import {
  accountIn,
  agree,
  callbackOf,
  expectCallbackKnown,
  expectOAuthKind,
  generationOf,
  type OAuthGeneration,
  oauthState,
  providerOf,
  whileProvider,
} from "./oauth-target.js";

/** Seconds a token lives that is about to expire: inside the margin in which connectors refresh. */
const aboutToExpire = 60;

/**
 * Starts an account setup.
 *
 * @param context - Context of the check
 * @param generation - Which paths
 * @param fresh - Any number other than 0 starts another one
 * @returns The answer
 * @throws Finding when the connector has no such kind
 */
export async function startOAuth2(
  context: CheckContext,
  generation: OAuthGeneration,
  fresh = 0,
): Promise<Exchange> {
  await expectOAuthKind(context, "oauth2");
  const callback = callbackOf(context);
  const query = new URLSearchParams({ callback_uri: callback, state: oauthState });
  const exchange =
    generation === "v1"
      ? await context.get(`/oauth2?${query.toString()}`, { fresh })
      : await context.post("/oauth2/v1/authorize", { callback_uri: callback, state: oauthState }, { fresh });
  return expectCallbackKnown(context, exchange);
}

/** A setup that is one request away from its end. */
export interface ReadyFinish {
  readonly path: string;
  readonly body: JsonObject;
}

/**
 * Walks a setup up to its last request.
 *
 * @param context - Context of the check
 * @param generation - Which paths
 * @param fresh - Number that tells this setup from others
 * @returns The last request
 */
export async function readyOAuth2(
  context: CheckContext,
  generation: OAuthGeneration,
  fresh: number,
): Promise<ReadyFinish> {
  await expectOAuthKind(context, "oauth2");
  providerOf(context);
  const query = await agree(context, await startOAuth2(context, generation, fresh));
  const path = generation === "v1" ? "/oauth2" : "/oauth2/v1/access_token";
  const body = { fields: { callback_uri: callbackOf(context) }, ...Object.fromEntries(query) };
  return { path, body };
}

/**
 * Walks one setup to its end over the short paths.
 *
 * @param context - Context of the check
 * @returns The answer to the last request
 */
export async function finishShort(context: CheckContext): Promise<Exchange> {
  const { path, body } = await readyOAuth2(context, "v1", 1);
  return context.post(path, body);
}

/**
 * Walks one setup to its end over the paths of the second generation.
 *
 * @param context - Context of the check
 * @returns The answer to the last request
 */
export async function finishLong(context: CheckContext): Promise<Exchange> {
  const { path, body } = await readyOAuth2(context, "v2", 2);
  return context.post(path, body);
}

/**
 * Chooses the generation whose setup is judged in depth.
 *
 * @param context - Context of the check
 * @returns The answer to the last request of a setup, the same for all checks
 */
export function finishOAuth2(context: CheckContext): Promise<Exchange> {
  return context.once(context.run.profile === "v1" ? finishShort : finishLong);
}

/**
 * Sets up an account whose access token is about to expire.
 *
 * @param context - Context of the check
 * @param fresh - Number that tells this setup from others
 * @returns The account as a platform stores it
 */
export async function expiringAccount(context: CheckContext, fresh: number): Promise<JsonObject> {
  return whileProvider(context, ["right", aboutToExpire], async () => {
    const { path, body } = await readyOAuth2(context, generationOf(context), fresh);
    const account = accountIn(context, await context.post(path, body));
    return { callback_uri: callbackOf(context), ...account, auth: "oauth2" };
  });
}

/**
 * Validates an account of the kind `oauth2`.
 *
 * @param context - Context of the check
 * @param fields - The stored account
 * @param fresh - Any number other than 0 asks again
 * @returns The answer
 */
export function validateOAuth2(context: CheckContext, fields: JsonObject, fresh = 0): Promise<Exchange> {
  return context.post("/validate", { id: "oauth2", fields }, { fresh });
}
