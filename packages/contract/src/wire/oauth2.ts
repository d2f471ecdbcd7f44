import { type Static, Type } from "typebox";

/** Start of OAuth 2: query of GET /oauth2, body of POST /oauth2/v1/authorize. */
export const oauth2StartRequest = Type.Object(
  { callback_uri: Type.String({ minLength: 1 }), state: Type.Optional(Type.String()) },
  {
    title: "OAuth2StartRequest",
    examples: [
      { callback_uri: "https://platform.example/callback" },
      { callback_uri: "https://platform.example/callback", state: "xyz" },
    ],
    antiExamples: [{ value: { state: "xyz" }, reason: "callback_uri is required" }],
  },
);

/** Start of OAuth 2. */
export type OAuth2StartRequest = Static<typeof oauth2StartRequest>;

/** Response to the start of OAuth 2. `redirect_uri` contains `state` unchanged. */
export const oauth2StartResponse = Type.Object(
  { redirect_uri: Type.String({ minLength: 1 }), callback_uri: Type.Optional(Type.String()) },
  {
    title: "OAuth2StartResponse",
    examples: [
      {
        redirect_uri: "https://provider.example/authorize?response_type=code&client_id=c&state=xyz",
        callback_uri: "https://platform.example/callback",
      },
    ],
    antiExamples: [
      { value: { callback_uri: "https://platform.example/" }, reason: "redirect_uri is required" },
    ],
  },
);

/** Response to the start of OAuth 2. */
export type OAuth2StartResponse = Static<typeof oauth2StartResponse>;

/**
 * Finish of OAuth 2: body of POST /oauth2 and POST /oauth2/v1/access_token. Further members are the query of the
 * redirect.
 */
export const oauth2FinishRequest = Type.Object(
  {
    fields: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "Holds `callback_uri`" }),
    ),
    code: Type.String({ minLength: 1 }),
    state: Type.Optional(Type.String()),
  },
  {
    title: "OAuth2FinishRequest",
    examples: [{ fields: { callback_uri: "https://platform.example/callback" }, code: "c", state: "xyz" }],
    antiExamples: [{ value: { fields: {} }, reason: "code is required" }],
  },
);

/** Finish of OAuth 2. */
export type OAuth2FinishRequest = Static<typeof oauth2FinishRequest>;

/** Account in the response to the finish of OAuth 2. The connector may add members. */
export const oauth2FinishResponse = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    access_token: Type.String(),
    refresh_token: Type.Optional(Type.String()),
    expires_on: Type.Optional(Type.String()),
    expire_on: Type.Optional(Type.String()),
  },
  {
    title: "OAuth2FinishResponse",
    examples: [
      {
        name: "Ada",
        access_token: "…",
        refresh_token: "…",
        expires_on: "2026-01-01T09:53:41.000Z",
        expire_on: "2026-01-01T09:53:41.000Z",
      },
    ],
    antiExamples: [{ value: { name: "Ada" }, reason: "access_token is what the flow is for" }],
  },
);

/** Account in the response to the finish of OAuth 2. */
export type OAuth2FinishResponse = Static<typeof oauth2FinishResponse>;
