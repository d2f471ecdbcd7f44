import type { Exchange } from "../exchange/exchange.js";
import { couldNotRun, needsInput, notApplicable } from "../expect/finding.js";
import { isObject, type JsonObject, objectOf } from "../expect/json-of.js";
import type { OAuthProvider } from "../oauth/oauth-provider.js";
import type { TokenBehaviour } from "../oauth/provider-state.js";
import type { CheckContext } from "../requirement/check-context.js";
import { declaredBy } from "./application.js";

/** Generation of the OAuth paths: `v1` for the short ones, `v2` for those with a version in them. */
export type OAuthGeneration = "v1" | "v2";

/** A state with characters that must survive in an address. */
export const oauthState = 'st/a+te=&"é 1';

/**
 * Returns the generation whose setup is judged in depth.
 *
 * @param context - Context of the check
 * @returns The generation of the run
 */
export function generationOf(context: CheckContext): OAuthGeneration {
  return context.run.generation;
}

/**
 * Checks that the connector has an OAuth kind and that the run may use it.
 *
 * @param context - Context of the check
 * @param id - Id of the account kind
 * @throws Finding when it does not, or the run is read-only
 */
export async function expectOAuthKind(context: CheckContext, id: "oauth" | "oauth2"): Promise<void> {
  const { kinds } = await declaredBy(context);
  if (!kinds.some((kind) => kind.id === id))
    notApplicable(`account kind "${id}"`, "GET / does not declare it");
  if (context.options.readOnly === true)
    notApplicable("option readOnly", "Account setup creates tokens at the provider");
}

/**
 * Returns the suite's own provider.
 *
 * @param context - Context of the check
 * @returns The provider
 * @throws Finding when the caller did not provide one
 */
export function providerOf(context: CheckContext): OAuthProvider {
  const { oauthProvider } = context.options;
  return (
    oauthProvider ??
    needsInput("oauthProvider", "The connector was not started against the suite's own provider")
  );
}

/**
 * Returns the callback address of account setups.
 *
 * @param context - Context of the check
 * @returns The caller's, otherwise one at the provider, otherwise one on loopback
 */
export function callbackOf(context: CheckContext): string {
  const { callbackUri, oauthProvider } = context.options;
  return callbackUri ?? `${oauthProvider?.url ?? "http://127.0.0.1"}/callback`;
}

/**
 * Checks that the start of an account setup was not refused only because of the callback address.
 *
 * @param context - Context of the check
 * @param exchange - Response to the start
 * @returns The response
 * @throws Finding when the connector may accept only listed callbacks and the caller did not provide one
 */
export function expectCallbackKnown(context: CheckContext, exchange: Exchange): Exchange {
  const guessed = context.options.callbackUri === undefined && context.options.oauthProvider === undefined;
  const refused = exchange.status === 400 && exchange.text.includes("callback_uri");
  if (guessed && refused) needsInput("callbackUri", "The connector does not know the callback address");
  return exchange;
}

/**
 * Performs the user's part of an account setup: follows the address to the provider, which agrees at once.
 *
 * @param context - Context of the check
 * @param start - Response to the start of the setup
 * @returns Query of the redirect to the callback
 * @throws Finding when the address leads elsewhere or the provider refuses it
 */
export async function agree(context: CheckContext, start: Exchange): Promise<URLSearchParams> {
  const provider = providerOf(context);
  const address = redirectOf(start);
  if (address === undefined) couldNotRun("The start of the account setup returned no redirect_uri");
  if (address.origin !== provider.url)
    couldNotRun(
      `expected redirect_uri to lead to the suite's provider ${provider.url}, got ${address.origin}`,
    );
  // Two setups may have the same address, but each needs a code of its own.
  const fresh = context.run.probe.requests + 1;
  const { status, headers } = await context.send({ method: "GET", path: address.href }, fresh);
  if (status !== 302) couldNotRun(`The provider refused redirect_uri with ${status}`);
  return new URL(headers["location"] ?? "").searchParams;
}

/**
 * Returns the address that the user is redirected to.
 *
 * @param start - Response to the start of the setup
 * @returns The address, or `undefined` when there is none or it is relative
 */
export function redirectOf(start: Exchange): URL | undefined {
  if (start.status >= 300) return undefined;
  const value = objectOf(start)["redirect_uri"];
  return typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
}

/**
 * Runs a task while the provider behaves in a certain way.
 *
 * @param context - Context of the check
 * @param behaviour - Behavior of the provider, and the lifetime of its tokens
 * @param work - The task
 * @returns The result of the task
 */
export async function whileProvider<Value>(
  context: CheckContext,
  [behaviour, expiresIn]: readonly [TokenBehaviour, number?],
  work: () => Promise<Value>,
): Promise<Value> {
  const provider = providerOf(context);
  provider.behave(behaviour, expiresIn);
  try {
    return await context.run.probe.withoutPatience(work);
  } finally {
    provider.behave("right");
  }
}

/**
 * Parses the account that a setup or a validation returned, and registers its secrets for masking.
 *
 * @param context - Context of the check
 * @param exchange - The response
 * @returns The account
 * @throws Finding when the response is not an account
 */
export function accountIn(context: CheckContext, exchange: Exchange): JsonObject {
  if (exchange.status >= 300) couldNotRun(`The account setup got status ${exchange.status}`);
  const account = objectOf(exchange);
  if (!isObject(account)) couldNotRun("The account setup returned no account");
  for (const name of ["access_token", "refresh_token", "access_secret"]) {
    const value = account[name];
    if (typeof value === "string") context.run.secrets.add(value);
  }
  return account;
}
