import { id, type MakeSource, type Source, shape, text } from "@wellhead/sdk";
import { boardField, boardPath } from "../filters/board-filter.js";

const labelShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  color: shape.text,
  idBoard: shape.text,
});

/**
 * Creates the source of a board's labels. Trello returns up to 1,000, which is more than a board can have.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-labels-get
 */
export function labels<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Labels",
    filter: { board: boardField() },
    fields: { id: id(), name: text(), color: text(), board_id: text() },
    rows: ({ http, filter }) =>
      http
        .pages(boardPath(filter.board, "labels"), {
          shape: labelShape,
          query: { fields: "name,color,idBoard", limit: 1000 },
        })
        .map(({ id: key, name, color, idBoard }) => ({ id: key, name, color, board_id: idBoard })),
  });
}
