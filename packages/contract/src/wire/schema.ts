import { type Static, Type } from "typebox";
import { columnDescription } from "./column-description.js";

/** Body of POST /schema. Without `source`, it is about the connector's only or default source. */
export const schemaRequest = Type.Object(
  {
    source: Type.Optional(Type.String()),
    account: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    filter: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  },
  {
    title: "SchemaRequest",
    examples: [{ source: "issues", account: { auth: "none" }, filter: {} }, { account: {} }],
    antiExamples: [{ value: { source: ["issues"] }, reason: "source is one id" }],
  },
);

/** Body of POST /schema. */
export type SchemaRequest = Static<typeof schemaRequest>;

/**
 * Response of POST /schema: one member per column, whose key is the column's id.
 *
 * @see The connector contract, "Optional v2 endpoints"
 */
export const schemaResponse = Type.Record(Type.String(), columnDescription, {
  title: "SchemaResponse",
  examples: [
    { id: { id: "id", name: "Id", description: "", type: "id", ignore: false, readonly: true, order: 0 } },
  ],
  antiExamples: [{ value: { id: { name: "Id" } }, reason: "every column is described in full" }],
});

/** Response of POST /schema. */
export type SchemaResponse = Static<typeof schemaResponse>;
