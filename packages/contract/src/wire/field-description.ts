import { type Static, Type } from "typebox";
import { fieldTypes } from "../vocabulary/field-types.js";
import { optionResponse } from "./datalist.js";

const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

/**
 * One field of an account form or of a filter form, as GET / describes it.
 *
 * @see The connector contract, GET /, `fields[]` and `filter[]`
 */
export const fieldDescription = Type.Object(
  {
    id: Type.String({ minLength: 1 }),
    title: Type.String({ description: "Label; equal to `name`" }),
    name: Type.String({ description: "Label; equal to `title`" }),
    description: Type.String(),
    type: Type.Enum(Object.keys(fieldTypes)),
    optional: Type.Boolean({ description: "Opposite of `required`" }),
    required: Type.Boolean({ description: "Opposite of `optional`" }),
    defaultValue: Type.Optional(Type.Unknown()),
    placeholder: Type.Optional(Type.String()),
    private: Type.Optional(Type.Boolean()),
    secured: Type.Optional(Type.Boolean({ description: "Only the owner may change the value" })),
    value: Type.Optional(Type.String({ description: "Address of a `link`" })),
    editorMode: Type.Optional(Type.Enum(["json", "sql"])),
    datalist: Type.Optional(
      Type.Boolean({ description: "POST /datalist answers for it; always true on `date`" }),
    ),
    datalist_requires: Type.Optional(Type.Array(Type.String())),
    data: Type.Optional(Type.Array(optionResponse)),
    choices: Type.Optional(Type.Array(scalar)),
    options: Type.Optional(Type.Array(scalar)),
  },
  {
    title: "FieldDescription",
    examples: [
      {
        id: "token",
        title: "Access token",
        name: "Access token",
        description: "",
        type: "password",
        optional: false,
        required: true,
      },
      {
        id: "project",
        title: "Project",
        name: "Project",
        description: "Whose issues",
        type: "list",
        optional: false,
        required: true,
        datalist: true,
        datalist_requires: ["organisation"],
      },
    ],
    antiExamples: [
      {
        value: {
          id: "a",
          title: "A",
          name: "A",
          description: "",
          type: "dropdown",
          optional: true,
          required: false,
        },
        reason: "type is one of the published list",
      },
      {
        value: { id: "a", title: "A", type: "text" },
        reason: "name, description, optional and required are always emitted",
      },
    ],
  },
);

/** One field of a form, as GET / describes it. */
export type FieldDescription = Static<typeof fieldDescription>;
