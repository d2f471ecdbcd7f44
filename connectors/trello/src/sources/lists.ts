import { bool, date, id, list, type MakeSource, number, type Source, text } from "@wellhead/sdk";
import { boardField, boardPath } from "../filters/board-filter.js";
import { createdAt } from "./created-at.js";

/** What Trello says of a list, as far as it is read. */
interface TrelloList {
  readonly id: string;
  readonly name: string;
  readonly closed: boolean;
  readonly pos: number;
  readonly idBoard: string;
}

const states = [
  { title: "On the board", value: "open" },
  { title: "Archived", value: "closed" },
  { title: "All", value: "all" },
];

/**
 * Makes the source of a board's lists. Trello gives all of them at once.
 *
 * @param source - Maker of sources
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
        .pages<TrelloList>(boardPath(filter.board, "lists"), {
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
