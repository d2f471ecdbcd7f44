import { id, type MakeSource, type Source, shape, text } from "@wellhead/sdk";
import { boardField, boardPath } from "../filters/board-filter.js";

const memberShape = shape.object({
  id: shape.required(shape.text),
  fullName: shape.text,
  username: shape.text,
});

/**
 * Creates the source of a board's members.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-members-get
 */
export function members<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Members",
    filter: { board: boardField() },
    fields: { id: id(), name: text(), username: text() },
    rows: ({ http, filter }) =>
      http
        .pages(boardPath(filter.board, "members"), {
          shape: memberShape,
          query: { fields: "fullName,username" },
        })
        .map(({ id: key, fullName, username }) => ({ id: key, name: fullName || username, username })),
  });
}
