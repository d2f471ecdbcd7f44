import { type Static, Type } from "typebox";
import { streamErrorKey } from "../vocabulary/data-formats.js";

/**
 * Last array element or last NDJSON line of a stream that failed after its first byte.
 *
 * @see The connector contract, POST /, "marked" ending
 */
export const streamErrorRecord = Type.Object(
  {
    [streamErrorKey]: Type.Object({
      message: Type.String({ minLength: 1 }),
      code: Type.Integer({ minimum: 400, maximum: 599, description: "What the HTTP status would have been" }),
    }),
  },
  {
    title: "StreamErrorRecord",
    examples: [{ __streamError: { message: "Tracker stopped answering", code: 503 } }],
    antiExamples: [
      { value: { __streamError: "broken" }, reason: "the value is an object with message and code" },
    ],
  },
);

/** Last record of a stream that failed after its first byte. */
export type StreamErrorRecord = Static<typeof streamErrorRecord>;
