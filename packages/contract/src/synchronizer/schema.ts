import { type Static, Type } from "typebox";
import { entityField } from "./entity-field.js";
import { accountMember, filterMember, typesMember } from "./members.js";

/** Body of POST synchronizer/schema. */
export const synchronizerSchemaRequest = Type.Object(
  { types: typesMember, account: accountMember, filter: filterMember },
  {
    title: "SynchronizerSchemaRequest",
    examples: [{ types: ["issue"], account: { auth: "none" }, filter: {} }, { account: { auth: "none" } }],
    antiExamples: [{ value: { types: "issue" }, reason: "types is a list of ids" }],
  },
);

/** Body of POST synchronizer/schema. */
export type SynchronizerSchemaRequest = Static<typeof synchronizerSchemaRequest>;

/**
 * Response of POST synchronizer/schema: for each type, its fields by id. Each type has at least `id` and `name`.
 *
 * @see The synchronizer contract, POST schema
 */
export const synchronizerSchemaResponse = Type.Record(
  Type.String(),
  Type.Intersect([
    Type.Object({ id: entityField, name: entityField }),
    Type.Record(Type.String(), entityField),
  ]),
  {
    title: "SynchronizerSchemaResponse",
    examples: [
      { issue: { id: { name: "Id", type: "id" }, name: { name: "Title", type: "text", subType: "title" } } },
    ],
    antiExamples: [{ value: { issue: { id: { name: "Id", type: "id" } } }, reason: "each type has a name" }],
  },
);

/** Answer of POST synchronizer/schema. */
export type SynchronizerSchemaResponse = Static<typeof synchronizerSchemaResponse>;
