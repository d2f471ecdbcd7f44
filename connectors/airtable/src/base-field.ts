import { cursorInBody, type Field, list, shape } from "@wellhead/sdk";

const baseShape = shape.object({ id: shape.required(shape.text), name: shape.text });

/**
 * Creates the field for choosing one of the bases the account may read.
 *
 * @returns The field
 * @see https://airtable.com/developers/web/api/list-bases
 */
export function baseField(): Field<string> {
  return list({
    title: "Base",
    options: ({ http }) =>
      http
        .pages("meta/bases", {
          shape: baseShape,
          items: "bases",
          paging: cursorInBody({ cursor: "offset", parameter: "offset" }),
        })
        .map(({ id: value, name }) => ({ title: name ?? value, value })),
  });
}
