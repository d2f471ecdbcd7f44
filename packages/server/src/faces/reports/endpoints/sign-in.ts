import { reservedAccountKinds } from "@wellhead/contract/vocabulary";
import type { AccountMembers, OAuth1Finish, OAuth1Flow, OAuth2Finish, OAuth2Flow } from "@wellhead/runtime";
import { ConnectorError, inputInvalid } from "@wellhead/sdk";
import { oauth1FlowOf, oauth2FlowOf } from "../../../oauth/announce-oauth.js";
import { type Answer, jsonAnswer } from "../../../request/answer.js";
import type { RequestScope } from "../../../request/request-scope.js";
import { readText } from "../../../wire/parse-body.js";
import type { FinishRequest, SignInRequest } from "../wire/requests.js";
import { finishedAccount } from "./account.js";

/**
 * Handles GET /oauth2 and POST /oauth2/v1/authorize: returns the address where the user signs in.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns `{ redirect_uri, callback_uri }`
 * @throws ConnectorError `missing_field` or `invalid_field` about the callback, `internal` when the deployment has no
 * client
 * @see The connector contract, "OAuth 2"
 */
export async function oauth2Start(request: SignInRequest, scope: RequestScope): Promise<Answer> {
  const flow = requireOAuth2(scope);
  const callback = demandText(
    request.callback,
    "callback_uri",
    "expected the address to which the provider sends the person back",
  );
  const state = checkLength(request.state, "state", maxSignInChars.state);
  const address = await scope.control.enter(() => flow.start({ callback, state }, scope.oauth));
  return jsonAnswer({ redirect_uri: address.href, callback_uri: callback });
}

/** Returns the OAuth 2 flow of the request's connector, and selects the egress of its account kind for the request. */
function requireOAuth2(scope: RequestScope): OAuth2Flow {
  const flow = oauth2FlowOf(scope.served.connector);
  scope.control.egress = scope.served.egressOf(reservedAccountKinds.oauth2);
  if (flow !== undefined) return flow;
  throw new ConnectorError("not_found", "Could not sign in: this connector has no OAuth 2 accounts.");
}

/**
 * Handles POST /oauth2 and POST /oauth2/v1/access_token: creates an account from the arguments of the provider's
 * redirect.
 *
 * @param request - `fields` with `callback_uri`, `code`, `state`, and every argument of the redirect
 * @param scope - The request
 * @returns The account, checked and named
 * @throws ConnectorError `missing_field`, `grant_refused`, `account_invalid`, and others when the provider fails
 * @see The connector contract, "OAuth 2"
 */
export async function oauth2Finish(request: FinishRequest, scope: RequestScope): Promise<Answer> {
  const { control } = scope;
  const flow = requireOAuth2(scope);
  const finish = readOAuth2Finish(request, scope, flow.facts.provider);
  scope.attempts.admitCode(finish.code);
  const members = await control.call({ action: "sign in" }, () => flow.finish(finish, scope.oauth));
  return await finishedAccount(
    {
      kind: reservedAccountKinds.oauth2,
      members,
      discard: (current) => revokeUnused(flow, current, scope),
    },
    scope,
  );
}

/** Revokes tokens that no platform will ever receive, because the sign-in failed after the provider issued them. */
async function revokeUnused(flow: OAuth2Flow, members: AccountMembers, scope: RequestScope): Promise<void> {
  try {
    if (!(await flow.revoke(members, scope.oauth))) return;
    scope.log.info("Revoked the tokens of a sign-in that failed.");
    scope.audit("tokens_revoked", { outcome: "revoked" });
  } catch (error) {
    scope.log.failed("Could not revoke the tokens of a sign-in that failed.", error, "warn");
    scope.audit("tokens_revoked", { outcome: "failed" });
  }
}

function readOAuth2Finish(
  { body, fields }: FinishRequest,
  { log }: RequestScope,
  provider: string,
): OAuth2Finish {
  const read = (name: string): string | undefined => readText(body, name) ?? readText(fields, name);
  const code = checkLength(read("code"), "code", maxSignInChars.code);
  if (code === undefined) checkRefusal(read("error"), provider);
  else log.keepSecret(code);
  const callback = demandText(
    read("callback_uri"),
    "callback_uri",
    "expected the callback with which the sign-in was started",
  );
  const { fields: _nested, ...redirect } = body;
  return {
    callback,
    code: demandText(code, "code", "expected the code that the provider sent"),
    state: checkLength(read("state"), "state", maxSignInChars.state),
    redirect: { ...fields, ...redirect },
  };
}

/** Throws if the provider refused the sign-in: it then sends an error instead of a code. */
function checkRefusal(error: string | undefined, provider: string): void {
  if (error === undefined) return;
  const reason = /^[\w.-]{1,80}$/.test(error) ? ` (${error})` : "";
  throw new ConnectorError(
    "grant_refused",
    `Could not sign in with ${provider}: the access was not granted${reason}. Start again and allow the access.`,
  );
}

/**
 * Handles GET /oauth1 and POST /oauth1/v1/authorize: returns the address where the user signs in, and the temporary
 * credentials that finish the sign-in.
 *
 * @param given - The callback
 * @param scope - The request
 * @returns `{ redirect_uri, token, secret }`
 * @throws ConnectorError `missing_field` or `invalid_field` about the callback, and others when the provider fails
 * @see The connector contract, "OAuth 1"
 */
export async function oauth1Start(given: string | undefined, scope: RequestScope): Promise<Answer> {
  const { control, log } = scope;
  const flow = requireOAuth1(scope);
  const callback = demandText(
    given,
    "callback_uri",
    "expected the address to which the provider sends the person back",
  );
  const { address, token, secret } = await control.call({ action: "sign in" }, () =>
    flow.start(callback, scope.oauth),
  );
  log.keepSecret(token);
  log.keepSecret(secret);
  return jsonAnswer({ redirect_uri: address.href, token, secret });
}

/** Returns the OAuth 1 flow of the request's connector, and selects the egress of its account kind for the request. */
function requireOAuth1(scope: RequestScope): OAuth1Flow {
  const flow = oauth1FlowOf(scope.served.connector);
  scope.control.egress = scope.served.egressOf(reservedAccountKinds.oauth1);
  if (flow !== undefined) return flow;
  throw new ConnectorError("not_found", "Could not sign in: this connector has no OAuth 1 accounts.");
}

/**
 * Handles POST /oauth1 and POST /oauth1/v1/access_token: creates an account from the arguments of the provider's
 * redirect.
 *
 * @param request - The temporary credentials and `oauth_verifier`; a missing secret is looked up among the pending
 * sign-ins
 * @param scope - The request
 * @returns The account, checked and named
 * @throws ConnectorError `missing_field`, `grant_refused`, `account_invalid`, and others when the provider fails
 * @see The connector contract, "OAuth 1"
 */
export async function oauth1Finish(request: FinishRequest, scope: RequestScope): Promise<Answer> {
  const { control } = scope;
  const flow = requireOAuth1(scope);
  const finish = readOAuth1Finish(request, scope);
  scope.attempts.admitCode(finish.verifier);
  const members = await control.call({ action: "sign in" }, () => flow.finish(finish, scope.oauth));
  return await finishedAccount({ kind: reservedAccountKinds.oauth1, members }, scope);
}

/** The names under which platforms send each value; the preferred name comes first. */
const names = {
  /** The name platforms store, the name the provider sends back, and the name the start of the sign-in returned. */
  token: ["access_token", "oauth_token", "token"],
  secret: ["access_secret", "oauth_token_secret", "secret"],
  verifier: ["oauth_verifier"],
} as const;

function readOAuth1Finish({ body, fields }: FinishRequest, { log }: RequestScope): OAuth1Finish {
  const read = (part: keyof typeof names): readonly string[] => {
    const found = names[part].flatMap((name) =>
      [readText(fields, name), readText(body, name)].map((text) =>
        checkLength(text, name, maxSignInChars.token),
      ),
    );
    const texts = [...new Set(found.filter((text) => text !== undefined))];
    for (const text of texts) log.keepSecret(text);
    return texts;
  };
  const [token, otherToken] = read("token");
  const [secret] = read("secret");
  const [verifier] = read("verifier");
  // Two different tokens: a verifier for the temporary token of another person's sign-in would connect their account.
  if (otherToken !== undefined) {
    throw new ConnectorError(
      "grant_refused",
      "Could not sign in: the provider's answer belongs to another sign-in. Start again.",
    );
  }
  return {
    token: demandText(
      token,
      "access_token",
      'expected the "token" that the start of the sign-in returned, in "fields"',
    ),
    secret,
    verifier: demandText(verifier, "oauth_verifier", "expected the verifier that the provider sent"),
    state: checkLength(readText(body, "state") ?? readText(fields, "state"), "state", maxSignInChars.state),
    callback: readText(fields, "callback_uri") ?? readText(body, "callback_uri"),
  };
}

/** Maximum number of characters of each value in a sign-in; larger than what providers and platforms use. */
const maxSignInChars = {
  /** `state`; platforms use a few dozen. */
  state: 2048,
  /** An authorization code; the longest in use have fewer than 3,000 characters. */
  code: 8192,
  /** A temporary token, its secret, or a verifier of OAuth 1. */
  token: 2048,
} as const;

/**
 * Checks the length of a value of a sign-in, before any code parses or stores it.
 *
 * @param text - The value; `undefined` when it is missing
 * @param name - Name of the member or argument that contains it
 * @param maxChars - Maximum number of characters
 * @returns The text
 * @throws ConnectorError `invalid_field` when the text is longer
 */
function checkLength(text: string | undefined, name: string, maxChars: number): string | undefined {
  if (text === undefined || text.length <= maxChars) return text;
  throw inputInvalid(
    `Could not read "${name}": expected at most ${maxChars} characters, got ${text.length}. Start the sign-in again.`,
    { field: name },
  );
}

/**
 * Throws if a required member is missing.
 *
 * @param value - The value that was read
 * @param name - Name of the member
 * @param what - Description of the member for the error message
 * @returns The value
 * @throws ConnectorError `missing_field` when the value is `undefined`
 */
function demandText(value: string | undefined, name: string, what: string): string {
  if (value !== undefined) return value;
  throw new ConnectorError("missing_field", `Could not sign in: "${name}" is missing: ${what}.`, {
    field: name,
  });
}
