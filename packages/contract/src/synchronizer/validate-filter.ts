import { type Static, Type } from "typebox";
import { accountMember, filterMember, typesMember } from "./members.js";

/** Body of POST synchronizer/filter/validate. The response has no members. */
export const synchronizerFilterRequest = Type.Object(
  { types: typesMember, account: accountMember, filter: filterMember },
  {
    title: "SynchronizerFilterRequest",
    examples: [{ types: ["issue"], account: { auth: "none" }, filter: { project: "a" } }],
    antiExamples: [{ value: { filter: "a" }, reason: "filter is an object" }],
  },
);

/** Body of POST synchronizer/filter/validate. */
export type SynchronizerFilterRequest = Static<typeof synchronizerFilterRequest>;
