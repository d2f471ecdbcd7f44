import { type Static, Type } from "typebox";
import { accountMember, filterMember, typesMember } from "./members.js";

/** Body of POST synchronizer/resource: a file that a field of an entity refers to. The response contains its bytes. */
export const synchronizerResourceRequest = Type.Object(
  {
    types: typesMember,
    account: accountMember,
    filter: filterMember,
    params: Type.Record(Type.String(), Type.Unknown(), {
      description: "Query arguments of the `app://resource?…` address in the field",
    }),
  },
  {
    title: "SynchronizerResourceRequest",
    examples: [{ types: ["issue"], account: { auth: "none" }, filter: {}, params: { f: "AbC3…" } }],
    antiExamples: [{ value: { account: {} }, reason: "params says which file is asked for" }],
  },
);

/** Body of POST synchronizer/resource. */
export type SynchronizerResourceRequest = Static<typeof synchronizerResourceRequest>;
