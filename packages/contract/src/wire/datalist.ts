import { type Static, Type } from "typebox";

/** One option of a list, with both public labels. */
export const optionResponse = Type.Object(
  {
    title: Type.String(),
    name: Type.String(),
    value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
  },
  {
    title: "Option",
    examples: [{ title: "Berlin", name: "Berlin", value: 3 }],
    antiExamples: [{ value: { title: "Berlin", value: 3 }, reason: "title and name are both emitted" }],
  },
);

/** Query arguments of POST /datalist, plus one argument for each id in `datalist_requires`. */
export const datalistQuery = Type.Object(
  { source: Type.Optional(Type.String()), field: Type.Optional(Type.String()) },
  { title: "DatalistQuery", examples: [{ source: "issues", field: "project" }] },
);

/**
 * Body of POST /datalist: either the flat account (v1, v2) or an object with `source`, `field`, `account`, `dependsOn`.
 *
 * @see The connector contract, POST /datalist
 */
export const datalistRequest = Type.Object(
  {
    source: Type.Optional(Type.String()),
    field: Type.Optional(Type.String()),
    account: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    dependsOn: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  {
    title: "DatalistRequest",
    additionalProperties: true,
    examples: [
      { auth: "token", token: "…" },
      { source: "issues", field: "project", account: { auth: "none" }, dependsOn: { organisation: "acme" } },
    ],
    antiExamples: [{ value: { source: 1 }, reason: "source is an id" }],
  },
);

/** Body of POST /datalist. */
export type DatalistRequest = Static<typeof datalistRequest>;

/** Response of POST /datalist: a bare array in a stable order, without duplicates. */
export const datalistResponse = Type.Array(optionResponse, {
  title: "DatalistResponse",
  examples: [[{ title: "Berlin", name: "Berlin", value: "berlin" }], []],
  antiExamples: [{ value: { items: [] }, reason: "the answer is a bare array" }],
});

/** Response of POST /datalist. */
export type DatalistResponse = Static<typeof datalistResponse>;
