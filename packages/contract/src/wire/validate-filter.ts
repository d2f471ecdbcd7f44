import { type Static, Type } from "typebox";

/**
 * Body of POST /validate/filter.
 *
 * @see The connector contract, "Optional v2 endpoints"
 */
export const validateFilterRequest = Type.Object(
  {
    source: Type.Optional(Type.String()),
    account: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
    filter: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  },
  {
    title: "ValidateFilterRequest",
    examples: [{ source: "issues", account: { auth: "none" }, filter: { sql: "select 1" } }],
    antiExamples: [{ value: { source: "issues", filter: "sql" }, reason: "filter is an object" }],
  },
);

/** Body of POST /validate/filter. */
export type ValidateFilterRequest = Static<typeof validateFilterRequest>;

/** Response of POST /validate/filter when the filter is valid. */
export const validateFilterResponse = Type.Object({}, { title: "ValidateFilterResponse", examples: [{}] });
