import { id, type MakeSource, type Source, shape, text } from "@wellhead/sdk";

/** Members of a status that are read. */
const statusShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  description: shape.text,
  statusCategory: shape.object({ key: shape.text, name: shape.text }),
});

/**
 * Creates the source of the statuses that issues may have.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-workflow-statuses/#api-rest-api-3-status-get
 */
export function statuses<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Statuses",
    filter: {},
    fields: {
      id: id(),
      name: text(),
      description: text(),
      category: text({ description: "new, indeterminate or done" }),
      category_name: text(),
    },
    rows: async ({ http }) =>
      (await http.get("api/3/status").json(shape.list(statusShape))).map((status) => ({
        id: status.id,
        name: status.name,
        description: status.description,
        category: status.statusCategory?.key,
        category_name: status.statusCategory?.name,
      })),
  });
}
