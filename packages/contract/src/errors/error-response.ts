import { type Static, Type } from "typebox";
import { errorCodes } from "./error-codes.js";

/**
 * Body of every response that is not a success, on every endpoint.
 *
 * `error` and `message` are equal: a sentence for the person who fills in the form. Neither contains a stack trace, an
 * upstream body, a header or a secret.
 *
 * @see The connector contract, "Errors"
 */
export const errorResponse = Type.Object(
  {
    error: Type.String({ minLength: 1 }),
    message: Type.String({ minLength: 1 }),
    code: Type.Enum(Object.keys(errorCodes)),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    field: Type.Optional(Type.String()),
    retryAfter: Type.Optional(
      Type.Integer({ minimum: 0, description: "Seconds to wait before the next try" }),
    ),
    tryLater: Type.Optional(Type.Literal(true)),
    requestId: Type.String(),
  },
  {
    title: "ErrorResponse",
    examples: [
      {
        error: 'Could not read "Folder": it is required. Fill it in.',
        message: 'Could not read "Folder": it is required. Fill it in.',
        code: "missing_field",
        status: 400,
        field: "folder",
        requestId: "3f0c",
      },
    ],
    antiExamples: [
      { value: { error: "boom" }, reason: "code, status, message and requestId are always there" },
      {
        value: { error: "a", message: "a", code: "E_42", status: 400, requestId: "1" },
        reason: "code is one of the published list",
      },
      {
        value: { error: "a", message: "a", code: "internal", status: 200, requestId: "1" },
        reason: "an error is never a success status",
      },
    ],
  },
);

/** Body of every response that is not a success. */
export type ErrorResponse = Static<typeof errorResponse>;
