import { ConnectorError } from "../http/connector-error.js";
import { requestJson, type Transport } from "../http/send.js";
import { isRecord, type JsonRecord, textOf } from "../json/lenient-json.js";
import type { Account } from "./account.js";

/** Version of OAuth: `1` is the account kind `oauth`, `2` is `oauth2`. */
export type OAuthVersion = 1 | 2;

/** Which of the two public pairs of endpoints is called. */
export type OAuthEndpoints =
  /** GET and POST /oauth1, /oauth2. */
  | "plain"
  /** POST /oauth1/v1/…, /oauth2/v1/…, which take a `state`. */
  | "versioned";

/** Options of the start of a sign-in. */
export interface StartSignInOptions {
  /** Version of OAuth. */
  readonly version: OAuthVersion;
  /** Where the provider sends the person back. */
  readonly callbackUri: string;
  /** Binds the redirect to this sign-in; OAuth 2 only. Make it random and compare it on return. */
  readonly state?: string;
  /** `plain` when omitted. */
  readonly endpoints?: OAuthEndpoints;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/** A sign-in that has begun. Keep it until the provider redirects the person back. */
export interface SignIn {
  readonly version: OAuthVersion;
  readonly callbackUri: string;
  readonly endpoints: OAuthEndpoints;
  /** Where to send the person. */
  readonly redirectUri: string;
  /** The state that the redirect carries; compare it with what comes back. `undefined` for OAuth 1. */
  readonly state: string | undefined;
  /** Whether the connector knows the state, so that the end of the sign-in repeats it. */
  readonly repeatsState: boolean;
  /** Request token and secret of OAuth 1. */
  readonly requestToken?: { readonly token: string; readonly secret: string };
}

/** Options of the end of a sign-in. */
export interface FinishSignInOptions {
  /** Query arguments that the provider added to the callback address. */
  readonly returned: Readonly<Record<string, string>>;
  /** Values of the other fields of the account form. */
  readonly fields?: JsonRecord;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/**
 * Starts a sign-in.
 *
 * @param transport - How the connector is reached
 * @param options - Version, callback address, state
 * @returns The sign-in, with the address to send the person to
 * @throws ConnectorError when the connector refuses, or its answer has no web address
 * @see The connector service interface, "Endpoints", rules 1 and 2
 */
export async function startSignIn(transport: Transport, options: StartSignInOptions): Promise<SignIn> {
  const { version, callbackUri, state, endpoints = "plain", signal } = options;
  const path = `/oauth${version}`;
  const answer = await requestJson(
    transport,
    endpoints === "plain"
      ? // The interface allows exactly one query argument.
        { method: "GET", path, query: { callback_uri: callbackUri }, signal }
      : {
          method: "POST",
          path: `${path}/v1/authorize`,
          body: { callback_uri: callbackUri, ...(state !== undefined && { state }) },
          signal,
        },
  );
  const record = isRecord(answer) ? answer : {};
  const redirect = webAddress(textOf(record, "redirect_uri"));
  if (redirect === undefined) {
    throw new ConnectorError(
      "invalid",
      `Could not start the sign-in: expected a web address in "redirect_uri", got "${textOf(record, "redirect_uri")}". Report this to the author of the connector.`,
    );
  }
  const started = { version, callbackUri, endpoints };
  if (version === 1) {
    const requestToken = { token: textOf(record, "token"), secret: textOf(record, "secret") };
    return { ...started, redirectUri: redirect.href, state: undefined, repeatsState: false, requestToken };
  }
  // GET /oauth2 takes no state, so unless the connector has put one there the redirect gets ours.
  const repeatsState = redirect.searchParams.has("state");
  if (state !== undefined && !repeatsState) redirect.searchParams.set("state", state);
  return {
    ...started,
    redirectUri: redirect.href,
    state: redirect.searchParams.get("state") ?? undefined,
    repeatsState,
  };
}

/**
 * Finishes a sign-in.
 *
 * @param transport - How the connector is reached
 * @param signIn - What the start returned
 * @param options - What the provider returned, and the account form
 * @returns The account as it is to be stored
 * @throws ConnectorError `invalid` for a wrong state or a refusal of the provider, `refused` by the connector
 * @see The connector contract, "OAuth 1" and "OAuth 2"
 */
export async function finishSignIn(
  transport: Transport,
  signIn: SignIn,
  { returned, fields = {}, signal }: FinishSignInOptions,
): Promise<Account> {
  checkReturn(signIn, returned);
  const path =
    signIn.endpoints === "plain" ? `/oauth${signIn.version}` : `/oauth${signIn.version}/v1/access_token`;
  const body =
    signIn.version === 1 ? finishBody1(signIn, returned, fields) : finishBody2(signIn, returned, fields);
  const answer = await requestJson(transport, { method: "POST", path, body, signal });
  if (!isRecord(answer)) {
    throw new ConnectorError(
      "invalid",
      `Could not finish the sign-in: expected an account from POST ${path}. Report this to the author of the connector.`,
    );
  }
  const kind = signIn.version === 1 ? "oauth" : "oauth2";
  return { ...fields, callback_uri: signIn.callbackUri, ...answer, auth: kind, identifier: kind };
}

function finishBody1(
  { callbackUri, requestToken }: SignIn,
  returned: Readonly<Record<string, string>>,
  fields: JsonRecord,
): JsonRecord {
  const secrets = { access_token: requestToken?.token, access_secret: requestToken?.secret };
  return { ...returned, fields: { ...fields, ...secrets, callback_uri: callbackUri } };
}

function finishBody2(
  { callbackUri, repeatsState }: SignIn,
  { state, ...returned }: Readonly<Record<string, string>>,
  fields: JsonRecord,
): JsonRecord {
  return { ...returned, ...(repeatsState && { state }), fields: { ...fields, callback_uri: callbackUri } };
}

function checkReturn({ version, state }: SignIn, returned: Readonly<Record<string, string>>): void {
  const refusal = returned["error_description"] ?? returned["error"] ?? returned["denied"];
  const name = version === 1 ? "oauth_verifier" : "code";
  if (refusal !== undefined) {
    throw new ConnectorError(
      "invalid",
      `Could not finish the sign-in: the provider said "${refusal.slice(0, 200)}".`,
    );
  }
  if (version === 2 && state !== undefined && returned["state"] !== state) {
    const found = returned["state"] === undefined ? "no state" : "another state";
    throw new ConnectorError(
      "invalid",
      `Could not finish the sign-in: the provider came back with ${found}, so this answer may belong to another sign-in. Start again.`,
    );
  }
  if ((returned[name] ?? "") === "") {
    throw new ConnectorError(
      "invalid",
      `Could not finish the sign-in: the provider came back without "${name}". Start again.`,
    );
  }
}

function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ["http:", "https:"].includes(url.protocol) ? url : undefined;
}
