import { oauthFieldId } from "@wellhead/contract/vocabulary";
import type { Field } from "../fields/field.js";
import { hidden, password, text } from "../fields/text.js";
import { checkProviderAddress } from "../oauth/check-provider-address.js";
import { variablePrefix } from "../oauth/client-source.js";
import type { OAuth1Options } from "../oauth/oauth1-definition.js";
import type { Secret } from "../values/secret.js";
import type { AccountKind } from "./account-kind.js";

/** The members of an OAuth 1 account. The person fills in none of them. */
export type OAuth1Form<Kept extends string = never> = {
  readonly callback_uri: Field<undefined>;
  readonly access_token: Field<Secret>;
  readonly access_secret: Field<Secret>;
} & { readonly [Name in Kept]: Field<string | undefined> };

/**
 * Defines an account that a person connects by signing in with an OAuth 1.0a provider. Its id is `oauth`.
 *
 * Every request to the connector's own origins is signed, separately for each attempt. The signature uses the token of
 * the account, and the consumer key and secret with which the person signed in: those of the definition, else those of
 * the deployment. The platform never receives the consumer key and secret.
 *
 * @param options - Addresses of the provider; consumer key and secret usually come from the deployment
 * @returns The account kind
 * @throws TypeError when an address is invalid
 * @see The connector contract, "OAuth 1"; RFC 5849
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#oauth1
 * const trello = oauth1({
 *   name: "Trello",
 *   requestToken: "https://trello.com/1/OAuthGetRequestToken",
 *   authorize: "https://trello.com/1/OAuthAuthorizeToken",
 *   accessToken: "https://trello.com/1/OAuthGetAccessToken",
 * });
 * ```
 */
export function oauth1<const Kept extends string = never>(
  options: OAuth1Options & { readonly keep?: readonly Kept[] },
): AccountKind<OAuth1Form<Kept>> {
  for (const member of ["requestToken", "authorize", "accessToken"] as const) {
    checkProviderAddress(member, options[member]);
  }
  const { title, description = "", ...provider } = options;
  const { name, prefix = variablePrefix(name), keep = [] } = provider;
  const form: OAuth1Form & Record<string, Field> = {
    ...Object.fromEntries(keep.map((member) => [member, hidden(text({ optional: true }))])),
    [oauthFieldId]: { type: "oauth", title: oauthFieldId, accept: () => undefined },
    access_token: hidden(password({ title: "Access token" })),
    access_secret: hidden(password({ title: "Access secret" })),
  };
  return {
    name: title ?? `Sign in with ${name}`,
    description,
    // The cast is safe: `keep` holds the names that `Kept` lists.
    fields: form as OAuth1Form<Kept>,
    oauth1: {
      ...provider,
      prefix,
      keep,
      signature: provider.signature ?? "HMAC-SHA1",
      parameters: provider.parameters ?? {},
      realm: provider.realm,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
    },
  };
}
