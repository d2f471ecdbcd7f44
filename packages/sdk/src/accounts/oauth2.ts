import { oauthFieldId } from "@wellhead/contract/vocabulary";
import type { Field } from "../fields/field.js";
import { hidden, password, text } from "../fields/text.js";
import { type OAuth2Options, oauth2Definition } from "../oauth2/oauth2-definition.js";
import type { Secret } from "../values/secret.js";
import type { AccountKind } from "./account-kind.js";

/** The members of an OAuth 2 account. The person fills in none of them. */
export type OAuth2Form<Kept extends string = never> = {
  readonly callback_uri: Field<undefined>;
  readonly access_token: Field<Secret>;
  readonly refresh_token: Field<Secret | undefined>;
} & { readonly [Name in Kept]: Field<string | undefined> };

/**
 * Defines an account that a person connects by signing in with its OAuth 2 provider. Its id is `oauth2`.
 *
 * The connector need not sign people in, refresh tokens or authorize requests. `account.access_token` is meant for
 * requests that do not go through the connector's HTTP client.
 *
 * @param options - A preset, or the addresses of the provider; client id and secret come from the deployment
 * @returns The account kind; every request to the connector's own origins carries the access token
 * @throws TypeError when the description of the provider is incomplete or invalid
 * @see The connector contract, "OAuth 2"
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#oauth2
 * const github = oauth2({ preset: "github", scopes: ["read:user", "repo"] });
 * ```
 */
export function oauth2<const Kept extends string = never>(
  options: OAuth2Options & { readonly keep?: readonly Kept[] },
): AccountKind<OAuth2Form<Kept>> {
  const definition = oauth2Definition(options);
  const { title = `Sign in with ${definition.provider.name}`, description = "" } = options;
  const form: OAuth2Form & Record<string, Field> = {
    ...Object.fromEntries(definition.keep.map((name) => [name, hidden(text({ optional: true }))])),
    [oauthFieldId]: { type: "oauth", title: oauthFieldId, accept: () => undefined },
    access_token: hidden(password({ title: "Access token" })),
    refresh_token: hidden(password({ title: "Refresh token", optional: true })),
  };
  return {
    name: title,
    description,
    // The cast is safe: `definition.keep` holds the names that `Kept` lists.
    fields: form as OAuth2Form<Kept>,
    oauth2: definition,
  };
}
