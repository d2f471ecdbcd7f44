import { type AccountKind, Secret } from "@wellhead/sdk";
import { OAuth1Flow } from "../oauth1/oauth1-flow.js";
import { OAuth2Flow } from "../oauth2/oauth2-flow.js";

/** Adds the credentials of an account to a request. */
export type Authorize = NonNullable<AccountKind["authorize"]>;

/**
 * Returns how the requests of an account kind get their credentials.
 *
 * @param kind - The account kind
 * @returns The kind's own function, else the one of its OAuth version; `undefined` when requests carry no credentials
 */
export function authorizeOf(kind: AccountKind): Authorize | undefined {
  const { oauth1, oauth2 } = kind;
  if (kind.authorize !== undefined) return kind.authorize.bind(kind);
  if (oauth2 !== undefined) return authorizeOAuth2(new OAuth2Flow(oauth2));
  return oauth1 && authorizeOAuth1(new OAuth1Flow(oauth1));
}

function authorizeOAuth2(flow: OAuth2Flow): Authorize {
  return (request, account, { variables }) => {
    request.certificate = flow.certificate(variables);
    request.headers["authorization"] = `Bearer ${tokenIn(account, "access_token")}`;
  };
}

function authorizeOAuth1(flow: OAuth1Flow): Authorize {
  return ({ method, url, headers, body }, account, { variables }) => {
    const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
    headers["authorization"] = flow.sign(
      { method, url, form: new URLSearchParams(isForm ? (body ?? "") : "") },
      { token: tokenIn(account, "access_token"), tokenSecret: tokenIn(account, "access_secret") },
      variables,
    );
  };
}

/** Both OAuth forms require these members and accept nothing but a secret for them. */
function tokenIn(account: Readonly<Record<string, unknown>>, member: string): string {
  const value = account[member];
  if (value instanceof Secret) return value.reveal();
  throw new TypeError(`Could not authorize a request: expected a secret in "${member}" of the account.`);
}
