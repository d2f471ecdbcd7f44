import { sentencesOf } from "./contract-sentence.js";

/** Sentences on the validation and setup of accounts. */
export const accountSentences = [
  ...sentencesOf("POST /validate", [
    ["validate.request", "The request has id and fields; fields may be the whole stored account"],
    ["validate.bare-fields", "A body without fields is read as the fields"],
    ["validate.no-id", "A body without id means the single kind, else 400"],
    ["validate.answer", "200 with the name and every member that is new or changed"],
    ["validate.merge", "The platform merges the answer into the stored account"],
    ["validate.name-safe", "The name holds no part of a secret"],
    ["validate.401", "401 when the account does not work"],
    ["validate.400", "400 with field when a required field is missing"],
    ["validate.refresh", "A token that is expired or about to be is refreshed and tried before the answer"],
    [
      "validate.refresh-answer",
      "The response to a refresh holds the new access token and the refresh token to keep",
    ],
    ["validate.idempotent", "Concurrent and late calls with the same old token get the same new pair"],
  ]),
  ...sentencesOf("OAuth 1", [
    ["oauth1.start", "GET /oauth1 returns redirect_uri, token and secret"],
    ["oauth1.start-v2", "POST /oauth1/v1/authorize returns the same"],
    ["oauth1.finish", "POST /oauth1 returns the account with access_token, access_secret and name"],
    ["oauth1.finish-v2", "POST /oauth1/v1/access_token returns the same"],
  ]),
  ...sentencesOf("OAuth 2", [
    [
      "oauth2.start",
      "GET /oauth2 returns redirect_uri and callback_uri; further arguments are ignored, a state is passed on",
    ],
    [
      "oauth2.start-v2",
      "POST /oauth2/v1/authorize returns the same, with the state unchanged in redirect_uri",
    ],
    [
      "oauth2.finish",
      "POST /oauth2 returns the account with access_token, name, and refresh_token and expiry where there are any",
    ],
    ["oauth2.finish-v2", "POST /oauth2/v1/access_token returns the same"],
    [
      "oauth2.further-members",
      "The last request may carry the platform's own members and all of the redirect's query",
    ],
    ["oauth.missing-400", "A missing callback_uri, code or oauth_verifier returns 400"],
    ["oauth.refused-401", "A refused or replayed code returns 401"],
    ["oauth.provider-down", "The connector returns 503 when the provider is down"],
    ["oauth.absent-404", "A kind the connector lacks returns 404"],
    ["oauth.validated", "The finished account has been validated"],
    ["oauth.pkce", "PKCE with S256 is used whenever the provider allows it"],
    [
      "oauth.pkce-storeless",
      "The verifier is derived, so that any replica can finish what another began",
      "the suite sees one address and cannot tell replicas apart",
    ],
    ["oauth.state-kept", "The redirect keeps the caller's state"],
    [
      "oauth.callback-list",
      "callback_uri matches the configured list when there is one",
      "whether a list is configured is not part of the interface",
    ],
    ["oauth.no-secret-url", "Addresses do not contain secrets"],
  ]),
];
