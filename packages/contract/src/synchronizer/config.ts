import { type Static, Type } from "typebox";
import { fieldDescription } from "../wire/field-description.js";
import { accountMember } from "./members.js";

/** Body of POST synchronizer/config. It may be omitted. */
export const synchronizerConfigRequest = Type.Object(
  { account: accountMember },
  {
    title: "SynchronizerConfigRequest",
    examples: [{ account: { auth: "token", token: "…" } }, {}],
    antiExamples: [{ value: { account: "token" }, reason: "the account is an object of its members" }],
  },
);

/** Body of POST synchronizer/config. */
export type SynchronizerConfigRequest = Static<typeof synchronizerConfigRequest>;

/** One type of entities that can be synchronized. */
export const synchronizedType = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    name: Type.String({ minLength: 1 }),
    description: Type.Optional(Type.String()),
    default: Type.Optional(Type.Boolean({ description: "Chosen unless the person takes it away" })),
    isUser: Type.Optional(Type.Boolean({ description: "Its entities are the people of the source" })),
  },
  {
    title: "SynchronizedType",
    examples: [{ id: "issue", name: "Issue", default: true }],
    antiExamples: [{ value: { id: "issue" }, reason: "a type has a name that people read" }],
  },
);

/** One type of entities that can be synchronized. */
export type SynchronizedType = Static<typeof synchronizedType>;

/**
 * Response of POST synchronizer/config: the types and the filter that they share.
 *
 * @see The synchronizer contract, POST config
 */
export const synchronizerConfigResponse = Type.Object(
  {
    types: Type.Array(synchronizedType),
    filters: Type.Array(fieldDescription, {
      description: "Filter fields of all types; a type reads the ones it declares",
    }),
    version: Type.Integer({ minimum: 0, description: "Changes when the shape of the definition does" }),
    webhooks: Type.Object({
      enabled: Type.Boolean(),
      type: Type.Optional(Type.Enum(["ui"], { description: "Set when the source is told once, by hand" })),
    }),
  },
  {
    title: "SynchronizerConfigResponse",
    examples: [
      {
        types: [{ id: "issue", name: "Issue", default: true }],
        filters: [],
        version: 1,
        webhooks: { enabled: false },
      },
    ],
    antiExamples: [
      {
        value: { types: [{ id: "issue", name: "Issue" }], filters: [] },
        reason: "version is always emitted",
      },
      {
        value: { types: {}, filters: [], version: 1, webhooks: { enabled: false } },
        reason: "types is a list",
      },
    ],
  },
);

/** Answer of POST synchronizer/config. */
export type SynchronizerConfigResponse = Static<typeof synchronizerConfigResponse>;
