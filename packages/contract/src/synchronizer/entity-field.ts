import { type Static, Type } from "typebox";
import { type EntitySubType, entityFieldTypes, entitySubTypes } from "../vocabulary/entities.js";
import { columnTypes } from "../vocabulary/field-types.js";

const subTypes: readonly EntitySubType[] = [...new Set(Object.values(entitySubTypes).flat())];

/** One option of a select or workflow field. */
export const entityOption = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    color: Type.Optional(Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" })),
    icon: Type.Optional(Type.String()),
    default: Type.Optional(Type.Boolean({ description: "The state an entity begins in" })),
    final: Type.Optional(Type.Boolean({ description: "A state that means done" })),
    type: Type.Optional(Type.Enum(["Not started", "Started", "Finished"])),
  },
  {
    title: "EntityOption",
    examples: [{ name: "Open", color: "#4fb17d", default: true }],
    antiExamples: [{ value: { name: "Open", color: "green" }, reason: "a colour is written #RRGGBB" }],
  },
);

/** One option of a select or workflow field. */
export type EntityOption = Static<typeof entityOption>;

/** How a number is shown. */
export const entityFormat = Type.Object(
  {
    format: Type.Enum(["Money", "Percent", "Number", "phone"]),
    currencyCode: Type.Optional(Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217" })),
    hasThousandSeparator: Type.Optional(Type.Boolean()),
    precision: Type.Optional(Type.Integer({ minimum: 0, maximum: 20 })),
    unit: Type.Optional(Type.String()),
  },
  {
    title: "EntityFormat",
    examples: [{ format: "Money", currencyCode: "EUR", hasThousandSeparator: true, precision: 2 }],
    antiExamples: [{ value: { format: "Money", currencyCode: "€" }, reason: "a currency has three letters" }],
  },
);

/** How a number is shown. */
export type EntityFormat = Static<typeof entityFormat>;

/** How a field refers to entities of another type. */
export const entityRelation = Type.Object(
  {
    cardinality: Type.Enum(["many-to-one", "many-to-many", "one-to-one"]),
    name: Type.String({ minLength: 1, description: "Name of this side" }),
    targetName: Type.String({ minLength: 1, description: "Name of the other side" }),
    targetType: Type.String({ minLength: 1, description: "`fibery/user` for the people of the platform" }),
    targetFieldId: Type.String({
      minLength: 1,
      description: "Field of the target that holds the same value",
    }),
    kind: Type.Optional(
      Type.Enum(["native"], { description: "Set when the target belongs to the platform" }),
    ),
  },
  {
    title: "EntityRelation",
    examples: [
      {
        cardinality: "many-to-one",
        name: "Repository",
        targetName: "Issues",
        targetType: "repository",
        targetFieldId: "id",
      },
    ],
    antiExamples: [
      {
        value: {
          cardinality: "one-to-many",
          name: "a",
          targetName: "b",
          targetType: "c",
          targetFieldId: "id",
        },
        reason: "the side with the reference is described, so it is many-to-one",
      },
    ],
  },
);

/** How a field points to entities of another type. */
export type EntityRelation = Static<typeof entityRelation>;

/** The column of a source that a field is. */
export const entityColumn = Type.Object(
  {
    type: Type.Enum([...columnTypes]),
    key: Type.Optional(Type.Integer({ minimum: 0, description: "Position in the key of the rows" })),
    storedAs: Type.Optional(
      Type.String({ description: "How the source stores the values, such as `decimal(10,2)` or `day`" }),
    ),
  },
  {
    title: "EntityColumn",
    examples: [{ type: "number", key: 0, storedAs: "integer" }],
    antiExamples: [{ value: { key: 0 }, reason: "a column has a type" }],
  },
);

/** The column of a source that a field is. */
export type EntityColumn = Static<typeof entityColumn>;

/**
 * One field of a type.
 *
 * @see The synchronizer contract, POST schema
 */
export const entityField = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    type: Type.Enum([...entityFieldTypes]),
    subType: Type.Optional(Type.Enum([...subTypes])),
    description: Type.Optional(Type.String()),
    readonly: Type.Optional(Type.Boolean()),
    ignore: Type.Optional(Type.Boolean()),
    order: Type.Optional(Type.Integer({ minimum: 0 })),
    options: Type.Optional(Type.Array(entityOption)),
    format: Type.Optional(entityFormat),
    relation: Type.Optional(entityRelation),
    column: Type.Optional(entityColumn),
  },
  {
    title: "EntityField",
    examples: [{ name: "Title", type: "text", subType: "title", order: 1 }],
    antiExamples: [
      { value: { name: "Open", type: "bool" }, reason: "a boolean is text of sub type boolean" },
      { value: { type: "text" }, reason: "a field has a name" },
    ],
  },
);

/** One field of a type. */
export type EntityField = Static<typeof entityField>;
