import { type Static, Type } from "typebox";
import { accountMember, filterMember, typesMember } from "./members.js";

const webhook = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
  description: "What POST synchronizer/webhooks returned before",
});

/**
 * Body of POST synchronizer/webhooks: creates a webhook, or changes the given one.
 *
 * The older design sends the `url` that the source must call. In the newer one the connector has an address of its own.
 */
export const synchronizerWebhookRequest = Type.Object(
  {
    account: accountMember,
    types: typesMember,
    filter: filterMember,
    webhook: Type.Optional(webhook),
    url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  {
    title: "SynchronizerWebhookRequest",
    examples: [
      { account: { auth: "token" }, types: ["issue"], filter: {}, url: "https://platform.example/w/1" },
    ],
    antiExamples: [{ value: { types: "issue" }, reason: "types is a list of ids" }],
  },
);

/** Body of POST synchronizer/webhooks. */
export type SynchronizerWebhookRequest = Static<typeof synchronizerWebhookRequest>;

/** Response of POST synchronizer/webhooks. Apart from these members, it is opaque to the platform. */
export const synchronizerWebhookResponse = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    workspaceId: Type.Optional(
      Type.String({
        description: "The tenant of the source, which events are matched by in the newer design",
      }),
    ),
  },
  {
    title: "SynchronizerWebhookResponse",
    examples: [{ id: "w-1" }, { id: "w-1", workspaceId: "acme" }],
    antiExamples: [{ value: { url: "https://a.example" }, reason: "the platform keeps it by its id" }],
  },
);

/** Answer of POST synchronizer/webhooks. */
export type SynchronizerWebhookResponse = Static<typeof synchronizerWebhookResponse>;

/** Body of DELETE synchronizer/webhooks. */
export const synchronizerWebhookDeletion = Type.Object(
  { account: accountMember, webhook: Type.Record(Type.String(), Type.Unknown()) },
  {
    title: "SynchronizerWebhookDeletion",
    examples: [{ account: { auth: "token" }, webhook: { id: "w-1" } }],
    antiExamples: [{ value: { webhook: "w-1" }, reason: "the whole webhook is sent back" }],
  },
);

/** Body of DELETE synchronizer/webhooks. */
export type SynchronizerWebhookDeletion = Static<typeof synchronizerWebhookDeletion>;

/** Body of POST synchronizer/webhooks/verify, of the older design: an event, unchanged. */
export const synchronizerEventRequest = Type.Object(
  {
    payload: Type.Unknown({ description: "Body of the event" }),
    params: Type.Record(Type.String(), Type.Unknown(), {
      description: "Headers, in lower case, and query arguments of the event",
    }),
  },
  {
    title: "SynchronizerEventRequest",
    examples: [{ payload: { action: "opened" }, params: { "x-signature": "…" } }],
    antiExamples: [{ value: { payload: {} }, reason: "the signature of an event is in its headers" }],
  },
);

/** Body of POST synchronizer/webhooks/verify. */
export type SynchronizerEventRequest = Static<typeof synchronizerEventRequest>;

/** Response of POST synchronizer/webhooks/verify: the webhook that the event belongs to. */
export const synchronizerVerifyResponse = Type.Object(
  { id: Type.String({ minLength: 1 }) },
  {
    title: "SynchronizerVerifyResponse",
    examples: [{ id: "w-1" }],
    antiExamples: [{ value: {}, reason: "the event is matched by id" }],
  },
);

/** Response of POST synchronizer/webhooks/pre-process, of the newer design. */
export const synchronizerPreProcessResponse = Type.Object(
  {
    reply: Type.Record(Type.String(), Type.Unknown(), { description: "What the source gets as answer" }),
    workspaceIds: Type.Array(Type.String(), { description: "Tenants that the event is about" }),
  },
  {
    title: "SynchronizerPreProcessResponse",
    examples: [{ reply: {}, workspaceIds: ["acme"] }],
    antiExamples: [{ value: { reply: {} }, reason: "the platform matches the event by its tenants" }],
  },
);

/** Body of POST synchronizer/webhooks/transform. */
export const synchronizerTransformRequest = Type.Object(
  {
    payload: Type.Unknown(),
    params: Type.Record(Type.String(), Type.Unknown()),
    account: accountMember,
    types: typesMember,
    filter: filterMember,
  },
  {
    title: "SynchronizerTransformRequest",
    examples: [{ payload: { id: 1 }, params: {}, account: { auth: "token" }, types: ["issue"] }],
    antiExamples: [{ value: { payload: {} }, reason: "params holds the headers of the event" }],
  },
);

/** Body of POST synchronizer/webhooks/transform. */
export type SynchronizerTransformRequest = Static<typeof synchronizerTransformRequest>;

/** Response of POST synchronizer/webhooks/transform: rows by type, applied like those of a delta. */
export const synchronizerTransformResponse = Type.Object(
  { data: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown()))) },
  {
    title: "SynchronizerTransformResponse",
    examples: [{ data: { issue: [{ id: "1", name: "First", __syncAction: "SET" }] } }],
    antiExamples: [{ value: { data: [] }, reason: "rows are listed by type" }],
  },
);
