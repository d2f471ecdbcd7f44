import { type Field, list, multiDropdown, shape } from "@wellhead/sdk";

/** Members of an object with a name. */
const named = { id: shape.required(shape.text), name: shape.text };
const listOption = shape.object({ ...named, closed: shape.bool });
/** A label may lack a name. */
const labelOption = shape.object({ ...named, color: shape.text });
const memberOption = shape.object({
  id: shape.required(shape.text),
  fullName: shape.text,
  username: shape.text,
});

/** Fields for choosing lists, labels and members of the chosen board. */
export interface BoardPartFields {
  readonly lists: Field<readonly string[] | undefined>;
  readonly labels: Field<readonly string[] | undefined>;
  readonly members: Field<readonly string[] | undefined>;
}

/**
 * Creates the field for choosing one of the account's boards.
 *
 * @returns The field
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-members/#api-members-id-boards-get
 */
export function boardField(): Field<string> {
  return list({
    title: "Board",
    options: ({ http }) =>
      http
        .pages("members/me/boards", {
          shape: shape.object(named),
          query: { filter: "open", fields: "name" },
        })
        .map(({ id, name }) => ({ title: name ?? id, value: id })),
  });
}

/**
 * Creates the fields for choosing lists, labels and members of the chosen board.
 *
 * @returns The fields
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/
 */
export function boardPartFields(): BoardPartFields {
  return {
    lists: multiDropdown({
      title: "Lists",
      optional: true,
      requires: ["board"],
      options: ({ http, dependsOn }) =>
        http
          .pages(boardPath(dependsOn.board, "lists"), {
            shape: listOption,
            query: { filter: "all", fields: "name,closed" },
          })
          .map(({ id, name, closed }) => ({
            title: closed === true ? `${name ?? id} (archived)` : (name ?? id),
            value: id,
          })),
    }),
    labels: multiDropdown({
      title: "Labels",
      description: "Cards that have one of them",
      optional: true,
      requires: ["board"],
      options: ({ http, dependsOn }) =>
        http
          .pages(boardPath(dependsOn.board, "labels"), {
            shape: labelOption,
            query: { fields: "name,color", limit: 1000 },
          })
          .map(({ id, name, color }) => ({ title: name || (color ?? "no name"), value: id })),
    }),
    members: multiDropdown({
      title: "Members",
      description: "Cards of one of them",
      optional: true,
      requires: ["board"],
      options: ({ http, dependsOn }) =>
        http
          .pages(boardPath(dependsOn.board, "members"), {
            shape: memberOption,
            query: { fields: "fullName,username" },
          })
          .map(({ id, fullName, username }) => ({ title: fullName || (username ?? id), value: id })),
    }),
  };
}

/**
 * Returns the path of a resource in a board.
 *
 * @param board - Id of the board
 * @param rest - Path after the board
 * @returns The path, the id encoded
 */
export function boardPath(board: string, rest: string): string {
  return `boards/${encodeURIComponent(board)}/${rest}`;
}
