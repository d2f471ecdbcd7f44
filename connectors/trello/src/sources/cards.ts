import {
  dateRange,
  isWithin,
  list,
  type MakeSource,
  type ShapeValue,
  type Source,
  shape,
} from "@wellhead/sdk";
import { boardField, boardPartFields, boardPath } from "../filters/board-filter.js";
import { beforeOldest } from "../paging/before-oldest.js";
import { cardColumns, cardRow, cardShape } from "./card-row.js";
import { listShape } from "./lists.js";

/** Members of a card that are requested. */
const asked =
  "idShort,name,desc,closed,idList,idMembers,labels,start,due,dueComplete,dateLastActivity,badges,shortUrl";

const states = [
  { title: "On the board", value: "visible" },
  { title: "Archived", value: "closed" },
  { title: "All", value: "all" },
];

/**
 * Creates the source of a board's cards.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-cards-get
 */
export function cards<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Cards",
    description: "Cards of a board, the newest first",
    filter: {
      board: boardField(),
      ...boardPartFields(),
      state: list({ title: "State", description: "Empty: on the board", choices: states, optional: true }),
      activity: dateRange({ title: "Last activity", optional: true }),
    },
    fields: cardColumns,
    rows: async ({ http, filter }) => {
      const lists = await http
        .get(boardPath(filter.board, "lists"), { query: { filter: "all", fields: "name" } })
        .json(shape.list(listShape));
      const listNames = new Map(lists.map((one) => [one.id, one.name]));
      return http
        .pages(boardPath(filter.board, "cards"), {
          shape: cardShape,
          paging: beforeOldest(),
          key: "id",
          order: "stable",
          query: {
            filter: filter.state ?? "visible",
            fields: asked,
            members: true,
            member_fields: "fullName",
          },
        })
        .filter((card) => isChosen(card, filter) && isWithin(card.dateLastActivity, filter.activity))
        .map((card) => cardRow(card, listNames));
    },
  });
}

function isChosen(
  card: ShapeValue<typeof cardShape>,
  {
    lists = [],
    labels = [],
    members = [],
  }: Readonly<Record<"lists" | "labels" | "members", readonly string[] | undefined>>,
): boolean {
  return (
    (lists.length === 0 || lists.includes(card.idList ?? "")) &&
    (labels.length === 0 || (card.labels ?? []).some((label) => labels.includes(label.id ?? ""))) &&
    (members.length === 0 || (card.idMembers ?? []).some((member) => members.includes(member)))
  );
}
