import { reservedAccountKinds } from "@wellhead/contract/vocabulary";
import type { OAuth1Finish, OAuth1Flow } from "@wellhead/runtime";
import { ConnectorError } from "@wellhead/sdk";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import { oauth1FlowOf } from "../../../oauth/announce-oauth.js";
import { readText } from "../../../request/read-member.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import type { FinishRequest } from "../requests/requests.js";
import { checkLength, demandText, maxSignInChars } from "./sign-in-values.js";
import { finishedAccount } from "./validate.js";

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
  const finish = readFinish(request, scope);
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

function readFinish({ body, fields }: FinishRequest, { log }: RequestScope): OAuth1Finish {
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
  };
}
