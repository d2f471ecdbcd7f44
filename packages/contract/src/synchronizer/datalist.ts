import { type Static, Type } from "typebox";
import { optionResponse } from "../wire/datalist.js";
import { accountMember, typesMember } from "./members.js";

/** Body of POST synchronizer/datalist. */
export const synchronizerDatalistRequest = Type.Object(
  {
    types: typesMember,
    account: accountMember,
    field: Type.String({ minLength: 1 }),
    dependsOn: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  },
  {
    title: "SynchronizerDatalistRequest",
    examples: [{ types: ["issue"], account: { auth: "none" }, field: "project", dependsOn: {} }],
    antiExamples: [{ value: { account: {} }, reason: "field says whose options are asked for" }],
  },
);

/** Body of POST synchronizer/datalist. */
export type SynchronizerDatalistRequest = Static<typeof synchronizerDatalistRequest>;

/**
 * Response of POST synchronizer/datalist.
 *
 * @see The synchronizer contract, POST datalist
 */
export const synchronizerDatalistResponse = Type.Object(
  { items: Type.Array(optionResponse) },
  {
    title: "SynchronizerDatalistResponse",
    examples: [{ items: [{ title: "Berlin", name: "Berlin", value: "berlin" }] }],
    antiExamples: [{ value: [], reason: "the options are in items" }],
  },
);

/** Answer of POST synchronizer/datalist. */
export type SynchronizerDatalistResponse = Static<typeof synchronizerDatalistResponse>;
