import type { SourceType } from "./exact-values.js";

/** Types of PostgreSQL whose values are objects, or lists of other values than texts. */
export const nestedTypes: readonly SourceType[] = [
  {
    type: "boolean[]",
    kind: "json",
    values: ["'{}'", "'{t,NULL,f}'"],
    shown: (column) => `to_json(${column})::text`,
  },
  {
    type: "jsonb[]",
    kind: "json",
    values: ["'{}'", `array['{"": [null, {}, ""]}', 'null', '[[]]']::jsonb[]`],
    shown: (column) => `to_json(${column})::text`,
  },
  {
    type: "date[]",
    kind: "json",
    values: ["'{}'", "'{1999-12-31,NULL}'"],
    shown: (column) => `to_json(${column})::text`,
  },
  {
    type: "int4range",
    kind: "json",
    values: ["'empty'", "'[1,5)'", "'(,)'", "'[7,)'"],
    shown: (column) =>
      `case when ${column} is not null then json_build_object('lower', lower(${column}), 'upper', upper(${column}), 'bounds', ${boundsOf(column)})::text end`,
  },
  {
    type: "int4multirange",
    kind: "json",
    values: ["'{}'"],
    shown: (column) => `replace(replace(${column}::text, '{', '['), '}', ']')`,
  },
];

function boundsOf(column: string): string {
  const lower = `case when lower_inc(${column}) then '[' else '(' end`;
  const upper = `case when upper_inc(${column}) then ']' else ')' end`;
  return `case when isempty(${column}) then 'empty' else ${lower} || ${upper} end`;
}
