import { type Static, Type } from "typebox";
import { entityColumn, entityField } from "./entity-field.js";
import { accountMember, exactMember, filterMember, typesMember } from "./members.js";

/** Body of POST synchronizer/schema. */
export const synchronizerSchemaRequest = Type.Object(
  { types: typesMember, account: accountMember, filter: filterMember, exact: exactMember },
  {
    title: "SynchronizerSchemaRequest",
    examples: [{ types: ["issue"], account: { auth: "none" }, filter: {} }, { account: { auth: "none" } }],
    antiExamples: [{ value: { types: "issue" }, reason: "types is a list of ids" }],
  },
);

/** Body of POST synchronizer/schema. */
export type SynchronizerSchemaRequest = Static<typeof synchronizerSchemaRequest>;

/**
 * Response of POST synchronizer/schema: for each type, its fields by id. Each type has at least `id` and `name`, unless the
 * request was `exact`: then the fields are the columns of the source.
 *
 * @see The synchronizer contract, POST schema
 */
export const synchronizerSchemaResponse = Type.Record(
  Type.String(),
  Type.Union([
    Type.Intersect([
      Type.Object({ id: entityField, name: entityField }),
      Type.Record(Type.String(), entityField),
    ]),
    Type.Record(Type.String(), Type.Intersect([entityField, Type.Object({ column: entityColumn })])),
  ]),
  {
    title: "SynchronizerSchemaResponse",
    examples: [
      { issue: { id: { name: "Id", type: "id" }, name: { name: "Title", type: "text", subType: "title" } } },
      { issue: { number: { name: "Number", type: "number", column: { type: "number", key: 0 } } } },
    ],
    antiExamples: [{ value: { issue: { id: { name: "Id", type: "id" } } }, reason: "each type has a name" }],
  },
);

/** Answer of POST synchronizer/schema. */
export type SynchronizerSchemaResponse = Static<typeof synchronizerSchemaResponse>;
