import { id, type MakeSource, type Source, shape, text } from "@wellhead/sdk";
import { cursor } from "../read/cursor.js";

/** Members of a user that are read. */
export const userShape = shape.object({
  id: shape.required(shape.text),
  type: shape.text,
  name: shape.text,
  person: shape.object({ email: shape.text }),
});

/**
 * Creates the source of the users and integrations of the workspace.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developers.notion.com/reference/get-users
 */
export function users<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Users",
    description: "People and integrations of the workspace; guests are not listed",
    filter: {},
    fields: {
      id: id(),
      type: text(),
      name: text(),
      email: text({ description: "Empty unless the integration may read addresses" }),
    },
    rows: ({ http }) =>
      http
        .pages("users", { shape: userShape, items: "results", paging: cursor, key: "id", order: "changing" })
        .map(({ id: key, type, name, person }) => ({ id: key, type, name, email: person?.email })),
  });
}
