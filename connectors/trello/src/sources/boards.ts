import { bool, date, id, list, type MakeSource, type Source, shape, text, url } from "@wellhead/sdk";
import { createdAt } from "./created-at.js";

/** Members of a board that are read. */
const boardShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  desc: shape.text,
  closed: shape.bool,
  idOrganization: shape.text,
  dateLastActivity: shape.text,
  shortUrl: shape.text,
});

const states = [
  { title: "Open", value: "open" },
  { title: "Closed", value: "closed" },
  { title: "All", value: "all" },
];

/**
 * Creates the source of the boards that the account is a member of. Trello returns all of them at once.
 *
 * @param source - Creates a source from its definition
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
        .pages("members/me/boards", {
          shape: boardShape,
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
