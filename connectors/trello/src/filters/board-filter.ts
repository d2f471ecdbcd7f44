import { type Field, list, multiDropdown } from "@wellhead/sdk";

/** Something of Trello with a name. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/** A list of a board. */
interface List extends Named {
  readonly closed: boolean;
}

/** A label, which need not have a name. */
interface Label extends Named {
  readonly color: string | null;
}

interface Member {
  readonly id: string;
  readonly fullName: string;
  readonly username: string;
}

/** Fields that choose among the parts of a board; each list holds what the chosen board has. */
export interface BoardPartFields {
  readonly lists: Field<readonly string[] | undefined>;
  readonly labels: Field<readonly string[] | undefined>;
  readonly members: Field<readonly string[] | undefined>;
}

/**
 * Makes the field that chooses one of the account's boards.
 *
 * @returns The field
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-members/#api-members-id-boards-get
 */
export function boardField(): Field<string> {
  return list({
    title: "Board",
    options: ({ http }) =>
      http
        .pages<Named>("members/me/boards", { query: { filter: "open", fields: "name" } })
        .map(({ id, name }) => ({ title: name, value: id })),
  });
}

/**
 * Makes the fields that choose lists, labels and members of the chosen board.
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
          .pages<List>(boardPath(dependsOn.board, "lists"), {
            query: { filter: "all", fields: "name,closed" },
          })
          .map(({ id, name, closed }) => ({ title: closed ? `${name} (archived)` : name, value: id })),
    }),
    labels: multiDropdown({
      title: "Labels",
      description: "Cards that have one of them",
      optional: true,
      requires: ["board"],
      options: ({ http, dependsOn }) =>
        http
          .pages<Label>(boardPath(dependsOn.board, "labels"), {
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
          .pages<Member>(boardPath(dependsOn.board, "members"), { query: { fields: "fullName,username" } })
          .map(({ id, fullName, username }) => ({ title: fullName || username, value: id })),
    }),
  };
}

/**
 * Makes the path of something in a board.
 *
 * @param board - Id of the board
 * @param rest - What follows it
 * @returns The path, the id encoded
 */
export function boardPath(board: string, rest: string): string {
  return `boards/${encodeURIComponent(board)}/${rest}`;
}
