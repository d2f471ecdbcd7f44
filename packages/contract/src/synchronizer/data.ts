import { type Static, Type } from "typebox";
import { accountMember, exactMember, filterMember, typesMember } from "./members.js";

/** Body of POST synchronizer/data: one page of one type. */
export const synchronizerDataRequest = Type.Object(
  {
    requestedType: Type.String({ minLength: 1 }),
    types: typesMember,
    account: accountMember,
    filter: filterMember,
    schema: Type.Optional(
      Type.Unknown({ description: "The answer of POST synchronizer/schema; not needed to read" }),
    ),
    lastSynchronizedAt: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: "ISO 8601 instant at which the last run began; absent in the first run",
      }),
    ),
    pagination: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
        description: "`nextPageConfig` of the page before, itself or nested",
      }),
    ),
    version: Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()])),
    operationId: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: "Id of the run; not every caller sends one" }),
    ),
    exact: exactMember,
  },
  {
    title: "SynchronizerDataRequest",
    examples: [
      { requestedType: "issue", types: ["issue"], account: { auth: "none" }, filter: {} },
      { requestedType: "issue", account: {}, pagination: { p: "…", page: 2, rows: 1000 }, version: "3" },
    ],
    antiExamples: [
      { value: { types: ["issue"] }, reason: "requestedType says which type the page is of" },
      { value: { requestedType: "issue", pagination: "2" }, reason: "pagination is an object" },
    ],
  },
);

/** Body of POST synchronizer/data. */
export type SynchronizerDataRequest = Static<typeof synchronizerDataRequest>;

/** The position of the next page. It is opaque to the platform, which sends it back unchanged. */
export const nextPageConfig = Type.Object(
  {
    p: Type.String({ minLength: 1, maxLength: 4096, description: "Sealed position" }),
    page: Type.Integer({ minimum: 2, description: "Number of the next page, from 1" }),
    rows: Type.Integer({ minimum: 0, description: "Rows of the pages before it" }),
  },
  {
    title: "NextPageConfig",
    examples: [{ p: "AbC3…", page: 2, rows: 1000 }],
    antiExamples: [{ value: { page: 2 }, reason: "the position is what the next page is read from" }],
  },
);

/** The position of the next page. */
export type NextPageConfig = Static<typeof nextPageConfig>;

/**
 * Response of POST synchronizer/data: one complete page.
 *
 * @see The synchronizer contract, POST data
 */
export const synchronizerDataResponse = Type.Object(
  {
    items: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    pagination: Type.Union([
      Type.Object({ hasNext: Type.Literal(true), nextPageConfig }),
      Type.Object({ hasNext: Type.Literal(false) }),
    ]),
    synchronizationType: Type.Enum(["full", "delta"], {
      description: "`delta`: apply what is sent. `full`: what is not sent is gone",
    }),
  },
  {
    title: "SynchronizerDataResponse",
    examples: [
      {
        items: [{ id: "1", name: "First" }],
        pagination: { hasNext: true, nextPageConfig: { p: "AbC3…", page: 2, rows: 1 } },
        synchronizationType: "full",
      },
      {
        items: [{ id: "1", row: { number: 1, name: null } }],
        pagination: { hasNext: false },
        synchronizationType: "full",
      },
      {
        items: [{ id: "1", __syncAction: "REMOVE" }],
        pagination: { hasNext: false },
        synchronizationType: "delta",
      },
    ],
    antiExamples: [
      {
        value: { items: [], pagination: { hasNext: true }, synchronizationType: "full" },
        reason: "a next page has a position",
      },
      { value: { items: [] }, reason: "the end of the pages is said" },
    ],
  },
);

/** Answer of POST synchronizer/data. */
export type SynchronizerDataResponse = Static<typeof synchronizerDataResponse>;
