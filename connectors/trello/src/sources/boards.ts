import { bool, date, id, list, type MakeSource, type Source, text, url } from "@wellhead/sdk";
import { createdAt } from "./created-at.js";

/** What Trello says of a board, as far as it is read. */
interface Board {
  readonly id: string;
  readonly name: string;
  readonly desc: string;
  readonly closed: boolean;
  readonly idOrganization: string | null;
  readonly dateLastActivity: string | null;
  readonly shortUrl: string;
}

const states = [
  { title: "Open", value: "open" },
  { title: "Closed", value: "closed" },
  { title: "All", value: "all" },
];

/**
 * Makes the source of the boards that the account is a member of. Trello gives all of them at once.
 *
 * @param source - Maker of sources
 * @returns The source
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-members/#api-members-id-boards-get
 */
export function boards<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Boards",
    filter: {
      state: list({ title: "State", description: "Empty: open", choices: states, optional: true }),
    },
    fields: {
      id: id(),
      name: text(),
      description: text(),
      closed: bool(),
      workspace_id: text(),
      created: date(),
      activity: date({ description: "Last change" }),
      address: url(),
    },
    rows: ({ http, filter }) =>
      http
        .pages<Board>("members/me/boards", {
          query: {
            filter: filter.state ?? "open",
            fields: "name,desc,closed,idOrganization,dateLastActivity,shortUrl",
          },
        })
        .map((board) => ({
          id: board.id,
          name: board.name,
          description: board.desc,
          closed: board.closed,
          workspace_id: board.idOrganization,
          created: createdAt(board.id),
          activity: board.dateLastActivity,
          address: board.shortUrl,
        })),
  });
}
