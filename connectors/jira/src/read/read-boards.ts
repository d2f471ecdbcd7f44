import { type Http, offset, type Pages, type ShapeValue, shape } from "@wellhead/sdk";

/** Members of a board that are read. */
export const boardShape = shape.object({
  id: shape.required(shape.id),
  name: shape.text,
  type: shape.text,
  location: shape.object({ projectId: shape.id, projectKey: shape.text, projectName: shape.text }),
});

/** How boards and sprints are paged. Their total may be missing, so only an empty page proves the end. */
export const agilePaging = offset({
  parameter: "startAt",
  size: { parameter: "maxResults", value: 50 },
});

/**
 * Reads the boards that the account may see.
 *
 * @param http - Client of the request
 * @returns The boards
 * @see https://developer.atlassian.com/cloud/jira/software/rest/api-group-board/#api-rest-agile-1-0-board-get
 */
export function readBoards(http: Http): Pages<ShapeValue<typeof boardShape>> {
  return http.pages("agile/1.0/board", {
    shape: boardShape,
    items: "values",
    paging: agilePaging,
    key: "id",
    order: "changing",
  });
}
