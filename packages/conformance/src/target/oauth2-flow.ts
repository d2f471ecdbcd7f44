import type { Exchange } from "../exchange/exchange.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
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

/** Lifetime in seconds of a token that is about to expire: within the margin in which connectors refresh. */
const aboutToExpire = 60;

/** A state as platforms create it. */
const plainState = "c0ffee42";

/**
 * Starts an account setup.
 *
 * @param context - Context of the check
 * @param generation - Generation of the paths
 * @param fresh - Any number other than 0 starts a new setup
 * @returns The response
 * @throws Finding when the connector does not have this kind
 */
export async function startOAuth2(
  context: CheckContext,
  generation: OAuthGeneration,
  fresh = 0,
): Promise<Exchange> {
  await expectOAuthKind(context, "oauth2");
  const callback = callbackOf(context);
  // The interface document defines one argument for the short path, so a state of ordinary characters suffices there.
  const state = context.isPublic ? plainState : oauthState;
  const query = new URLSearchParams({ callback_uri: callback, ...(!context.isPublic && { state }) });
  const exchange =
    generation === "v1"
      ? await context.get(`/oauth2?${query.toString()}`, { fresh })
      : await context.post("/oauth2/v1/authorize", { callback_uri: callback, state }, { fresh });
  return expectCallbackKnown(context, exchange);
}

/**
 * Starts an account setup on a path that the connector serves, trying that of its own generation first.
 *
 * @param context - Context of the check
 * @returns The response that contains redirect_uri, otherwise that of the first path
 * @throws Finding when the connector does not have this kind
 */
export async function startAnyOAuth2(context: CheckContext): Promise<Exchange> {
  const own = generationOf(context);
  const first = await startOAuth2(context, own);
  if (first.status < 300) return first;
  const second = await startOAuth2(context, own === "v1" ? "v2" : "v1");
  return second.status < 300 ? second : first;
}

/** A setup of which only the last request is missing. */
export interface ReadyFinish {
  readonly path: string;
  readonly body: JsonObject;
}

/**
 * Performs a setup up to its last request.
 *
 * @param context - Context of the check
 * @param generation - Generation of the paths
 * @param fresh - Number that distinguishes this setup from others
 * @returns The last request
 */
export async function readyOAuth2(
  context: CheckContext,
  generation: OAuthGeneration,
  fresh: number,
): Promise<ReadyFinish> {
  await expectOAuthKind(context, "oauth2");
  providerOf(context);
  const { start, served } = await startServed(context, generation, fresh);
  const query = await agree(context, start);
  const path = served === "v1" ? "/oauth2" : "/oauth2/v1/access_token";
  const body = { fields: { callback_uri: callbackOf(context) }, ...Object.fromEntries(query) };
  return { path, body };
}

/** The public texts let the connector choose which of the two starts it serves. */
async function startServed(
  context: CheckContext,
  generation: OAuthGeneration,
  fresh: number,
): Promise<{ readonly start: Exchange; readonly served: OAuthGeneration }> {
  const start = await startOAuth2(context, generation, fresh);
  if (!context.isPublic || start.status < 300) return { start, served: generation };
  const served = generation === "v1" ? "v2" : "v1";
  return { start: await startOAuth2(context, served, fresh), served };
}

/**
 * Performs a complete setup over the short paths.
 *
 * @param context - Context of the check
 * @returns The response to the last request
 */
export async function finishShort(context: CheckContext): Promise<Exchange> {
  const { path, body } = await readyOAuth2(context, "v1", 1);
  return context.post(path, body);
}

/**
 * Performs a complete setup over the paths of the second generation.
 *
 * @param context - Context of the check
 * @returns The response to the last request
 */
export async function finishLong(context: CheckContext): Promise<Exchange> {
  const { path, body } = await readyOAuth2(context, "v2", 2);
  return context.post(path, body);
}

/**
 * Performs the setup of the generation that is judged in depth.
 *
 * @param context - Context of the check
 * @returns The response to the last request of a setup, the same for all checks
 */
export function finishOAuth2(context: CheckContext): Promise<Exchange> {
  return context.once(context.run.generation === "v1" ? finishShort : finishLong);
}

/**
 * Sets up an account whose access token is about to expire.
 *
 * @param context - Context of the check
 * @param fresh - Number that distinguishes this setup from others
 * @returns The account as a platform stores it
 */
export async function expiringAccount(context: CheckContext, fresh: number): Promise<JsonObject> {
  return context.isPublic ? expiredAccount(context, fresh) : nearlyExpiredAccount(context, fresh);
}

/**
 * Sets up an account whose access token expires in a minute and still works.
 *
 * @param context - Context of the check
 * @param fresh - Number that distinguishes this setup from others
 * @returns The account as a platform stores it
 */
export function nearlyExpiredAccount(context: CheckContext, fresh: number): Promise<JsonObject> {
  return whileProvider(context, ["right", aboutToExpire], async () => {
    const { path, body } = await readyOAuth2(context, generationOf(context), fresh);
    const account = accountIn(context, await context.post(path, body));
    return { callback_uri: callbackOf(context), ...account, auth: "oauth2" };
  });
}

/**
 * Sets up an account whose token has expired for both the connector and the provider, so that any way of noticing it is
 * correct.
 */
async function expiredAccount(context: CheckContext, fresh: number): Promise<JsonObject> {
  const { path, body } = await readyOAuth2(context, generationOf(context), fresh);
  const account = accountIn(context, await context.post(path, body));
  providerOf(context).expire(String(account["access_token"]));
  const expired = Object.fromEntries(
    Object.entries(account).map(([name, value]) => [name, /expir/i.test(name) ? pastForm(value) : value]),
  );
  return { callback_uri: callbackOf(context), ...expired, auth: "oauth2" };
}

const anHourAgo = 3_600_000;

/** Formats a past time in the same form as another time. */
function pastForm(value: unknown): unknown {
  const past = Date.now() - anHourAgo;
  const number = Number(value);
  const written = number > 100_000_000_000 ? past : Math.floor(past / 1_000);
  if (typeof value === "number") return number < 1_000_000_000 ? 0 : written;
  if (typeof value !== "string") return value;
  return /^\d+$/.test(value) ? String(written) : new Date(past).toISOString();
}

/**
 * Validates an account of the kind `oauth2`.
 *
 * @param context - Context of the check
 * @param fields - The stored account
 * @param fresh - Any number other than 0 bypasses the cache
 * @returns The response
 */
export function validateOAuth2(context: CheckContext, fields: JsonObject, fresh = 0): Promise<Exchange> {
  return context.post("/validate", { id: "oauth2", fields }, { fresh });
}
