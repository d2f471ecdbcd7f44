import { rememberSecret } from "../exchanges/secrets.js";
import { requestJson } from "../http/send-request.js";
import { isRecord, type JsonRecord, textOf } from "../json/record.js";
import type { AccountForm } from "./accounts.js";
import { type CallbackArguments, waitForCallback } from "./wait-for-callback.js";

/** The parameters of an OAuth flow. */
export interface OAuthFlow {
  /** Base address of the connector. */
  readonly base: string;
  /** `oauth` for version 1, `oauth2` for version 2. */
  readonly kind: string;
  /** Values of the form's other fields. */
  readonly fields: JsonRecord;
  /** The popup for the provider's page. It must be opened by the click itself, or the browser would block it. */
  readonly popup: Window;
  readonly signal: AbortSignal;
}

/** The result of a flow: the form that was sent last, and the connector's response. */
export interface OAuthOutcome {
  readonly form: AccountForm;
  readonly answer: JsonRecord;
}

/**
 * Performs OAuth 1 or 2 in a popup: requests the provider's address from the connector, waits until the provider
 * redirects to this page's own address with the same `state`, and lets the connector finish.
 *
 * @throws Error with a message for the user when a step fails or the user closes the popup
 */
export async function runOAuthFlow(flow: OAuthFlow): Promise<OAuthOutcome> {
  try {
    return flow.kind === "oauth" ? await runOAuth1(flow) : await runOAuth2(flow);
  } finally {
    flow.popup.close();
  }
}

async function runOAuth1({ base, kind, fields, popup, signal }: OAuthFlow): Promise<OAuthOutcome> {
  const state = randomState();
  const callback_uri = `${callbackAddress()}?state=${state}`;
  const start = await requestRecord(
    { base, method: "GET", path: "/oauth1", query: { callback_uri } },
    signal,
  );
  const redirect = providerAddress(start);
  const request = { access_token: textOf(start, "token"), access_secret: textOf(start, "secret") };
  rememberSecret(request.access_secret);
  popup.location.replace(redirect);
  const arrived = await waitForCallback({ popup, state, signal });
  const sent = { ...fields, ...request, callback_uri };
  const body = { fields: sent, oauth_verifier: argument(arrived, "oauth_verifier") };
  const answer = await requestRecord({ base, method: "POST", path: "/oauth1", body }, signal);
  return { form: { base, kind, fields: { ...fields, callback_uri } }, answer };
}

async function runOAuth2({ base, kind, fields, popup, signal }: OAuthFlow): Promise<OAuthOutcome> {
  const state = randomState();
  const callback_uri = callbackAddress();
  const start = await requestRecord(
    { base, method: "GET", path: "/oauth2", query: { callback_uri, state } },
    signal,
  );
  const redirect = new URL(providerAddress(start));
  // Connectors of the first generation do not take a `state`, so the platform adds it.
  if (!redirect.searchParams.has("state")) redirect.searchParams.set("state", state);
  popup.location.replace(redirect.href);
  const arrived = await waitForCallback({ popup, state, signal });
  const body = { fields: { ...fields, callback_uri }, code: argument(arrived, "code"), state };
  rememberSecret(body.code);
  const answer = await requestRecord({ base, method: "POST", path: "/oauth2", body }, signal);
  return { form: { base, kind, fields: { ...fields, callback_uri } }, answer };
}

async function requestRecord(
  request: Parameters<typeof requestJson>[0],
  signal: AbortSignal,
): Promise<JsonRecord> {
  const answer = await requestJson(request, signal);
  if (!isRecord(answer)) throw new Error(`Read the answer of ${request.path}: found no JSON object`);
  return answer;
}

function providerAddress(start: JsonRecord): string {
  const address = textOf(start, "redirect_uri");
  const isWeb = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!isWeb)
    throw new Error(`Open the provider's page: "redirect_uri" is "${address}", wanted a web address`);
  return address;
}

function argument(arrived: CallbackArguments, name: string): string {
  const value = arrived[name];
  if (value !== undefined && value !== "") return value;
  const reason = arrived["error_description"] ?? arrived["error"] ?? arrived["denied"];
  if (reason !== undefined) throw new Error(`Sign in: the provider said "${reason.slice(0, 200)}"`);
  throw new Error(`Sign in: the provider came back without "${name}"`);
}

function callbackAddress(): string {
  return new URL("callback", document.baseURI).href;
}

function randomState(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
