import { type Static, Type } from "typebox";
import { columnTypes } from "../vocabulary/field-types.js";

/**
 * One column of a source, as POST /schema and `sources[].fields` describe it.
 *
 * @see The connector contract, POST /schema
 */
export const columnDescription = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    name: Type.String(),
    description: Type.String(),
    type: Type.Enum([...columnTypes]),
    ignore: Type.Boolean({ description: "Hidden from the platform's catalogue" }),
    readonly: Type.Boolean({ description: "The user may not change name and type" }),
    order: Type.Integer({ minimum: 0 }),
  },
  {
    title: "ColumnDescription",
    examples: [
      {
        id: "amount",
        name: "Amount",
        description: "In euro",
        type: "number",
        ignore: false,
        readonly: false,
        order: 3,
      },
    ],
    antiExamples: [
      {
        value: {
          id: "a",
          name: "A",
          description: "",
          type: "integer",
          ignore: false,
          readonly: false,
          order: 0,
        },
        reason: "every number is of type number",
      },
    ],
  },
);

/** One column of a source. */
export type ColumnDescription = Static<typeof columnDescription>;
