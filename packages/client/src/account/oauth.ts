import { ConnectorError, isMissingEndpoint } from "../http/connector-error.js";
import { type Call, requestJson, type Transport } from "../http/send.js";
import { isRecord, type JsonRecord, textOf } from "../json/lenient-json.js";
import type { Account } from "./account.js";

/** Version of OAuth: `1` is the account kind `oauth`, `2` is `oauth2`. */
export type OAuthVersion = 1 | 2;

/** The pair of public endpoints that is called. */
export type OAuthEndpoints =
  /** GET and POST /oauth1, /oauth2. */
  | "plain"
  /** POST /oauth1/v1/…, /oauth2/v1/…, which accept a `state`. */
  | "versioned";

/** Options for starting a sign-in. */
export interface StartSignInOptions {
  /** Version of OAuth. */
  readonly version: OAuthVersion;
  /** The address to which the provider redirects the user. */
  readonly callbackUri: string;
  /**
   * Binds the redirect to this sign-in. It must be random; `finishSignIn` compares it. In OAuth 2, the provider returns
   * it as an argument. OAuth 1 has no state, so it becomes part of the callback address.
   */
  readonly state?: string;
  /** The endpoints to call. Default: `plain`, or `versioned` if the connector does not have the plain ones. */
  readonly endpoints?: OAuthEndpoints;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/** A sign-in that has been started. Keep it until the provider redirects the user. */
export interface SignIn {
  readonly version: OAuthVersion;
  /** The callback address that the connector was given. */
  readonly callbackUri: string;
  /**
   * The endpoints that started the sign-in. They also finish it, unless only the other pair can.
   */
  readonly endpoints: OAuthEndpoints;
  /** The address to redirect the user to. */
  readonly redirectUri: string;
  /** The expected state of the redirect; `undefined` without one. */
  readonly state: string | undefined;
  /** Whether the connector received the state, so that it must also be sent at the end of the sign-in. */
  readonly repeatsState: boolean;
  /** Request token and secret of OAuth 1. */
  readonly requestToken?: { readonly token: string; readonly secret: string };
}

/** Options for finishing a sign-in. */
export interface FinishSignInOptions {
  /** Query arguments that the provider added to the callback address. */
  readonly returned: Readonly<Record<string, string>>;
  /** Values of the other fields of the account form. */
  readonly fields?: JsonRecord;
  /** The endpoint to call. Default: that of the start, or the other one if the connector does not have it. */
  readonly endpoints?: OAuthEndpoints;
  /** Ends the call. */
  readonly signal?: AbortSignal;
}

/**
 * Starts a sign-in.
 *
 * @param transport - How to reach the connector
 * @param options - Version, callback address, state
 * @returns The sign-in, with the address to redirect the user to
 * @throws ConnectorError when the connector refuses, or its response has no web address
 * @see The connector service interface, "Endpoints", rules 1 and 2
 */
export async function startSignIn(transport: Transport, options: StartSignInOptions): Promise<SignIn> {
  const { version, state } = options;
  const callbackUri = version === 1 && state !== undefined ? withState(options) : options.callbackUri;
  const { answer, endpoints } = await callEither(options.endpoints, (used) =>
    requestJson(transport, startCall({ ...options, callbackUri }, used)),
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
    return { ...started, redirectUri: redirect.href, state, repeatsState: false, requestToken };
  }
  // GET /oauth2 does not accept a state. Unless the connector has set one in the redirect, ours is added.
  const repeatsState = redirect.searchParams.has("state");
  if (state !== undefined && !repeatsState) redirect.searchParams.set("state", state);
  return {
    ...started,
    redirectUri: redirect.href,
    state: redirect.searchParams.get("state") ?? undefined,
    repeatsState,
  };
}

function startCall(
  { version, callbackUri, state, signal }: StartSignInOptions,
  endpoints: OAuthEndpoints,
): Call {
  const path = `/oauth${version}`;
  // The interface allows exactly one query argument.
  if (endpoints === "plain") return { method: "GET", path, query: { callback_uri: callbackUri }, signal };
  const body = { callback_uri: callbackUri, ...(version === 2 && { state }) };
  return { method: "POST", path: `${path}/v1/authorize`, body, signal };
}

function withState({ callbackUri, state = "" }: StartSignInOptions): string {
  const address = new URL(callbackUri);
  address.searchParams.set("state", state);
  return address.href;
}

/** Calls the other endpoint. If the connector has neither, the error of the preferred one is reported. */
async function requestOther(request: () => Promise<unknown>, first: ConnectorError): Promise<unknown> {
  try {
    return await request();
  } catch (error) {
    throw isMissingEndpoint(error) ? first : error;
  }
}

/** Calls the preferred endpoint, or the other one if the connector does not have the first. */
async function callEither(
  endpoints: OAuthEndpoints | undefined,
  request: (endpoints: OAuthEndpoints) => Promise<unknown>,
  others: readonly OAuthEndpoints[] = endpoints === undefined ? ["versioned"] : [],
): Promise<{ readonly answer: unknown; readonly endpoints: OAuthEndpoints }> {
  const first = endpoints ?? "plain";
  try {
    return { answer: await request(first), endpoints: first };
  } catch (error) {
    const [other] = others;
    if (other === undefined || !isMissingEndpoint(error)) throw error;
    return { answer: await requestOther(() => request(other), error), endpoints: other };
  }
}

/**
 * Finishes a sign-in.
 *
 * @param transport - How to reach the connector
 * @param signIn - What the start returned
 * @param options - What the provider returned, and the account form
 * @returns The account to store
 * @throws ConnectorError `invalid` for a wrong state or a refusal of the provider, `refused` when the connector refuses
 * @see The connector contract, "OAuth 1" and "OAuth 2"
 */
export async function finishSignIn(
  transport: Transport,
  signIn: SignIn,
  { returned, fields = {}, endpoints, signal }: FinishSignInOptions,
): Promise<Account> {
  checkReturn(signIn, returned);
  const { version } = signIn;
  const body = version === 1 ? finishBody1(signIn, returned, fields) : finishBody2(signIn, returned, fields);
  const first = endpoints ?? signIn.endpoints;
  const { answer } = await callEither(
    first,
    (used) => {
      const path = used === "plain" ? `/oauth${version}` : `/oauth${version}/v1/access_token`;
      return requestJson(transport, { method: "POST", path, body, signal });
    },
    endpoints === undefined ? [first === "plain" ? "versioned" : "plain"] : [],
  );
  if (!isRecord(answer)) {
    throw new ConnectorError(
      "invalid",
      "Could not finish the sign-in: expected an account from the connector. Report this to its author.",
    );
  }
  const kind = version === 1 ? "oauth" : "oauth2";
  return { ...fields, callback_uri: signIn.callbackUri, ...answer, auth: kind, identifier: kind };
}

function finishBody1(
  { callbackUri, requestToken }: SignIn,
  { state: _state, ...returned }: Readonly<Record<string, string>>,
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

/**
 * Checks the values that the provider returned. The state is checked first, so that text from a stranger is never shown
 * as that of the provider.
 */
function checkReturn(
  { version, state, requestToken }: SignIn,
  returned: Readonly<Record<string, string>>,
): void {
  if (state !== undefined && returned["state"] !== state)
    throw foreignRedirect(returned["state"] === undefined ? 'without "state"' : 'with another "state"');
  const token = returned["oauth_token"];
  if (version === 1 && token !== undefined && requestToken?.token !== "" && token !== requestToken?.token)
    throw foreignRedirect('with another "oauth_token"');
  const refusal = returned["error_description"] ?? returned["error"] ?? returned["denied"];
  if (refusal !== undefined) {
    throw new ConnectorError(
      "invalid",
      `Could not finish the sign-in: the provider said "${refusal.slice(0, 200)}".`,
    );
  }
  const name = version === 1 ? "oauth_verifier" : "code";
  if ((returned[name] ?? "") === "") {
    throw new ConnectorError(
      "invalid",
      `Could not finish the sign-in: the provider came back without "${name}". Start again.`,
    );
  }
}

function foreignRedirect(how: string): ConnectorError {
  return new ConnectorError(
    "invalid",
    `Could not finish the sign-in: the provider came back ${how}, so this answer may belong to another sign-in. Start again.`,
  );
}

function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ["http:", "https:"].includes(url.protocol) ? url : undefined;
}
