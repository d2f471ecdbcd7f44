import { isObject, type JsonObject, objectOf } from "../expect/json-of.js";
import type { OAuthProvider } from "../oauth/oauth-provider.js";
import type { TokenBehaviour } from "../oauth/provider-state.js";
import type { Exchange } from "../probe/exchange.js";
import { couldNotRun, needsInput, notApplicable } from "../requirement/finding.js";
import type { CheckContext } from "../run/check-context.js";
import { declaredBy } from "./application.js";

/** Generation of the OAuth paths: `v1` the short ones, `v2` those with a version in them. */
export type OAuthGeneration = "v1" | "v2";

/** State with characters that must survive being part of an address. */
export const oauthState = 'st/a+te=&"é 1';

/**
 * Chooses the generation whose setup is judged in depth.
 *
 * @param context - Context of the check
 * @returns The second, unless only the first is asked for
 */
export function generationOf(context: CheckContext): OAuthGeneration {
  return context.run.generation;
}

/**
 * Demands that the connector has an OAuth kind and that it may be tried.
 *
 * @param context - Context of the check
 * @param id - Id of the account kind
 * @throws Finding when it has not, or the run is read-only
 */
export async function expectOAuthKind(context: CheckContext, id: "oauth" | "oauth2"): Promise<void> {
  const { kinds } = await declaredBy(context);
  if (!kinds.some((kind) => kind.id === id))
    notApplicable(`account kind "${id}"`, "GET / does not declare it");
  if (context.options.readOnly === true)
    notApplicable("option readOnly", "Account setup creates tokens at the provider");
}

/**
 * Demands the suite's own provider.
 *
 * @param context - Context of the check
 * @returns The provider
 * @throws Finding when the caller did not give one
 */
export function providerOf(context: CheckContext): OAuthProvider {
  const { oauthProvider } = context.options;
  return (
    oauthProvider ??
    needsInput("oauthProvider", "The connector was not started against the suite's own provider")
  );
}

/**
 * Chooses the callback address of account setups.
 *
 * @param context - Context of the check
 * @returns The caller's, else one at the provider, else one on loopback
 */
export function callbackOf(context: CheckContext): string {
  const { callbackUri, oauthProvider } = context.options;
  return callbackUri ?? `${oauthProvider?.url ?? "http://127.0.0.1"}/callback`;
}

/**
 * Demands that the start of an account setup was not refused for the callback address alone.
 *
 * @param context - Context of the check
 * @param exchange - Answer to the start
 * @returns The answer
 * @throws Finding when the connector keeps a list of callbacks and none of it was given
 */
export function expectCallbackKnown(context: CheckContext, exchange: Exchange): Exchange {
  const guessed = context.options.callbackUri === undefined && context.options.oauthProvider === undefined;
  const refused = exchange.status === 400 && exchange.text.includes("callback_uri");
  if (guessed && refused) needsInput("callbackUri", "The connector does not know the callback address");
  return exchange;
}

/**
 * Walks the person's part of an account setup: follows the address to the provider, which agrees at once.
 *
 * @param context - Context of the check
 * @param start - Answer to the start of the setup
 * @returns Query of the redirect to the callback
 * @throws Finding when the address leads elsewhere or the provider refuses it
 */
export async function agree(context: CheckContext, start: Exchange): Promise<URLSearchParams> {
  const provider = providerOf(context);
  const address = redirectOf(start);
  if (address === undefined) couldNotRun("The start of the account setup gave no redirect_uri");
  if (address.origin !== provider.url)
    couldNotRun(`redirect_uri leads to ${address.origin}, wanted the suite's provider ${provider.url}`);
  // Two setups may have the same address; each needs a code of its own.
  const fresh = context.run.probe.requests + 1;
  const { status, headers } = await context.send({ method: "GET", path: address.href }, fresh);
  if (status !== 302) couldNotRun(`The provider refused redirect_uri with ${status}`);
  return new URL(headers["location"] ?? "").searchParams;
}

/**
 * Reads where the person is sent.
 *
 * @param start - Answer to the start of the setup
 * @returns The address, or `undefined` when there is none or it is relative
 */
export function redirectOf(start: Exchange): URL | undefined {
  if (start.status >= 300) return undefined;
  const value = objectOf(start)["redirect_uri"];
  return typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
}

/**
 * Does something while the provider behaves in a certain way.
 *
 * @param context - Context of the check
 * @param behaviour - How the provider answers, and how long its tokens live
 * @param work - What to do meanwhile
 * @returns What the work gave
 */
export async function whileProvider<Value>(
  context: CheckContext,
  [behaviour, expiresIn]: readonly [TokenBehaviour, number?],
  work: () => Promise<Value>,
): Promise<Value> {
  const provider = providerOf(context);
  provider.behave(behaviour, expiresIn);
  try {
    return await work();
  } finally {
    provider.behave("right");
  }
}

/**
 * Reads an account that a setup or a validation answered, and keeps its secrets out of reports.
 *
 * @param context - Context of the check
 * @param exchange - The answer
 * @returns The account
 * @throws Finding when the answer is no account
 */
export function accountIn(context: CheckContext, exchange: Exchange): JsonObject {
  if (exchange.status >= 300) couldNotRun(`The account setup was answered ${exchange.status}`);
  const account = objectOf(exchange);
  if (!isObject(account)) couldNotRun("The account setup answered no account");
  for (const name of ["access_token", "refresh_token", "access_secret"]) {
    const value = account[name];
    if (typeof value === "string") context.run.secrets.add(value);
  }
  return account;
}
