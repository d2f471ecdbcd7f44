import { id, type MakeSource, type Source, text } from "@wellhead/sdk";
import { readBoards } from "../read/read-boards.js";

/**
 * Creates the source of boards.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/jira/software/rest/api-group-board/#api-rest-agile-1-0-board-get
 */
export function boards<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Boards",
    filter: {},
    fields: {
      id: id(),
      name: text(),
      type: text({ description: "scrum, kanban or simple" }),
      project_id: text(),
      project_key: text(),
      project: text(),
    },
    rows: ({ http }) =>
      readBoards(http).map(({ id: key, name, type, location }) => ({
        id: key,
        name,
        type,
        project_id:
          location?.projectId === null || location?.projectId === undefined
            ? null
            : String(location.projectId),
        project_key: location?.projectKey,
        project: location?.projectName,
      })),
  });
}
