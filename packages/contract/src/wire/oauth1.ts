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

/** Answer to the start of OAuth 1: where to send the user, and the request token with its secret. */
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

/** Answer to the start of OAuth 1. */
export type OAuth1StartResponse = Static<typeof oauth1StartResponse>;

/** Finish of OAuth 1: body of POST /oauth1 and POST /oauth1/v1/access_token. */
export const oauth1FinishRequest = Type.Object(
  {
    fields: Type.Object({
      access_token: Type.String({ description: "The request token" }),
      access_secret: Type.String({ description: "The request token's secret" }),
      callback_uri: Type.Optional(Type.String()),
    }),
    oauth_verifier: Type.String({ minLength: 1 }),
  },
  {
    title: "OAuth1FinishRequest",
    examples: [
      {
        fields: { access_token: "t", access_secret: "s", callback_uri: "https://platform.example/callback" },
        oauth_verifier: "v",
      },
    ],
    antiExamples: [
      { value: { fields: { access_token: "t", access_secret: "s" } }, reason: "oauth_verifier is required" },
    ],
  },
);

/** Finish of OAuth 1. */
export type OAuth1FinishRequest = Static<typeof oauth1FinishRequest>;

/** Account answered by the finish of OAuth 1; the connector may add members. */
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

/** Account answered by the finish of OAuth 1. */
export type OAuth1FinishResponse = Static<typeof oauth1FinishResponse>;
