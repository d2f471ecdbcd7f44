import { type Static, Type } from "typebox";

/** Start of OAuth 1: query of GET /oauth1, body of POST /oauth1/v1/authorize. */
export const oauth1StartRequest = Type.Object(
  { callback_uri: Type.String({ minLength: 1 }) },
  {
    title: "OAuth1StartRequest",
    examples: [{ callback_uri: "https://platform.example/callback?state=xyz" }],
    antiExamples: [{ value: {}, reason: "callback_uri is required" }],
  },
);

/** Start of OAuth 1. */
export type OAuth1StartRequest = Static<typeof oauth1StartRequest>;

/** Response to the start of OAuth 1: the address to redirect the user to, and the request token with its secret. */
export const oauth1StartResponse = Type.Object(
  { redirect_uri: Type.String({ minLength: 1 }), token: Type.String(), secret: Type.String() },
  {
    title: "OAuth1StartResponse",
    examples: [{ redirect_uri: "https://provider.example/authorize?oauth_token=t", token: "t", secret: "s" }],
    antiExamples: [
      {
        value: { redirect_uri: "https://provider.example/" },
        reason: "the second step signs with token and secret",
      },
    ],
  },
);

/** Response to the start of OAuth 1. */
export type OAuth1StartResponse = Static<typeof oauth1StartResponse>;

/** The request token and its secret, under every name that is accepted. */
const requestToken = {
  access_token: Type.Optional(Type.String({ description: "The request token" })),
  access_secret: Type.Optional(Type.String({ description: "The request token's secret" })),
  oauth_token: Type.Optional(
    Type.String({ description: "The request token, as the third party returned it" }),
  ),
  oauth_token_secret: Type.Optional(Type.String({ description: "The request token's secret" })),
  token: Type.Optional(Type.String({ description: "The request token, as the start answered it" })),
  secret: Type.Optional(Type.String({ description: "The request token's secret, as the start answered it" })),
  callback_uri: Type.Optional(Type.String()),
};

/**
 * Finish of OAuth 1: body of POST /oauth1 and POST /oauth1/v1/access_token. The request token is required under one of
 * its names, in `fields` or next to it. Its secret may be omitted if the service still has it.
 */
export const oauth1FinishRequest = Type.Object(
  {
    fields: Type.Optional(Type.Object({ ...requestToken, oauth_verifier: Type.Optional(Type.String()) })),
    ...requestToken,
    oauth_verifier: Type.Optional(Type.String({ minLength: 1 })),
  },
  {
    title: "OAuth1FinishRequest",
    examples: [
      {
        fields: { access_token: "t", access_secret: "s", callback_uri: "https://platform.example/callback" },
        oauth_verifier: "v",
      },
      { oauth_token: "t", oauth_verifier: "v" },
      { fields: { token: "t", secret: "s", oauth_verifier: "v" } },
    ],
    antiExamples: [
      { value: { fields: "t", oauth_verifier: "v" }, reason: "fields is an object" },
      { value: { oauth_token: "t", oauth_verifier: 7 }, reason: "oauth_verifier is text" },
    ],
  },
);

/** Finish of OAuth 1. */
export type OAuth1FinishRequest = Static<typeof oauth1FinishRequest>;

/** Account in the response to the finish of OAuth 1. The connector may add members. */
export const oauth1FinishResponse = Type.Object(
  { name: Type.String({ minLength: 1 }), access_token: Type.String(), access_secret: Type.String() },
  {
    title: "OAuth1FinishResponse",
    examples: [{ name: "Ada", access_token: "…", access_secret: "…" }],
    antiExamples: [
      { value: { access_token: "…" }, reason: "the finished account is validated, so it has a name" },
    ],
  },
);

/** Account in the response to the finish of OAuth 1. */
export type OAuth1FinishResponse = Static<typeof oauth1FinishResponse>;
