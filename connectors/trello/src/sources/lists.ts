import { bool, date, id, list, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { boardField, boardPath } from "../filters/board-filter.js";
import { createdAt } from "./created-at.js";

/** Members of a list that are read. */
export const listShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  closed: shape.bool,
  pos: shape.number,
  idBoard: shape.text,
});

const states = [
  { title: "On the board", value: "open" },
  { title: "Archived", value: "closed" },
  { title: "All", value: "all" },
];

/**
 * Creates the source of a board's lists. Trello returns all of them at once.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-lists-get
 */
export function lists<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Lists",
    filter: {
      board: boardField(),
      state: list({ title: "State", description: "Empty: on the board", choices: states, optional: true }),
    },
    fields: {
      id: id(),
      name: text(),
      archived: bool(),
      position: number({ description: "Grows from left to right" }),
      board_id: text(),
      created: date(),
    },
    rows: ({ http, filter }) =>
      http
        .pages(boardPath(filter.board, "lists"), {
          shape: listShape,
          query: { filter: filter.state ?? "open", fields: "name,closed,pos,idBoard" },
        })
        .map(({ id: key, name, closed, pos, idBoard }) => ({
          id: key,
          name,
          archived: closed,
          position: pos,
          board_id: idBoard,
          created: createdAt(key),
        })),
  });
}
