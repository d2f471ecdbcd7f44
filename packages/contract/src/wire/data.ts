import { type Static, Type } from "typebox";

const count = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: "^[0-9]*$" }), Type.Null()]);

/**
 * Body of POST /: the rows to send.
 *
 * @see The connector contract, POST /
 */
export const dataRequest = Type.Object(
  {
    source: Type.String({ minLength: 1 }),
    account: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
        description: "Flat account; `auth` or `identifier` holds its kind",
      }),
    ),
    filter: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
    limit: Type.Optional(count),
    skip: Type.Optional(count),
  },
  {
    title: "DataRequest",
    examples: [
      { source: "issues", account: { auth: "none" }, filter: { project: "a" } },
      { source: "issues", account: {}, limit: "10", skip: null },
    ],
    antiExamples: [
      { value: { account: {} }, reason: "source is required" },
      { value: { source: "issues", limit: -1 }, reason: "limit counts rows" },
      { value: { source: "issues", filter: [] }, reason: "filter is an object" },
    ],
  },
);

/** Body of POST /. */
export type DataRequest = Static<typeof dataRequest>;

/**
 * Response of POST / as JSON: an array of rows, streamed. If the stream fails, its last element is a stream error
 * record.
 */
export const dataResponse = Type.Array(Type.Record(Type.String(), Type.Unknown()), {
  title: "DataResponse",
  examples: [[{ id: 1, title: "First" }], []],
  antiExamples: [{ value: [1, 2], reason: "every row is an object" }],
});

/** Response of POST / as JSON. */
export type DataResponse = Static<typeof dataResponse>;
