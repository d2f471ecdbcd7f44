import { type Static, Type } from "typebox";

/**
 * Body of POST /validate. A body without `fields` is read as the fields themselves. Without `id`, the connector's only
 * account kind is used.
 *
 * @see The connector contract, POST /validate
 */
export const validateRequest = Type.Object(
  {
    id: Type.Optional(Type.String({ minLength: 1 })),
    fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  {
    title: "ValidateRequest",
    additionalProperties: true,
    examples: [{ id: "token", fields: { token: "…" } }, { fields: {} }, { token: "…" }, {}],
    antiExamples: [
      { value: { id: 7, fields: {} }, reason: "id is the text id of an account kind" },
      { value: { id: "token", fields: "abc" }, reason: "fields is an object" },
    ],
  },
);

/** Body of POST /validate. */
export type ValidateRequest = Static<typeof validateRequest>;

/** Response of POST /validate: the whole account to be stored. The members of its kind are not listed here. */
export const validateResponse = Type.Object(
  {
    name: Type.String({ minLength: 1, description: "Never holds any part of a secret" }),
    access_token: Type.Optional(Type.String()),
    refresh_token: Type.Optional(Type.String()),
    expires_on: Type.Optional(Type.String()),
    expire_on: Type.Optional(Type.String()),
  },
  {
    title: "ValidateResponse",
    additionalProperties: true,
    examples: [
      { name: "No account" },
      { name: "ada@example.org", user: "ada", password: "…" },
      {
        name: "Ada",
        access_token: "…",
        refresh_token: "…",
        expires_on: "2026-01-01T09:53:41.000Z",
        expire_on: "2026-01-01T09:53:41.000Z",
      },
    ],
    antiExamples: [{ value: { access_token: "…" }, reason: "name is always there" }],
  },
);

/** Response of POST /validate. */
export type ValidateResponse = Static<typeof validateResponse>;
