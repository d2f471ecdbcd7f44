import {
  arrayOf,
  bool,
  date,
  dateRange,
  id,
  isWithin,
  list,
  type MakeSource,
  number,
  type Source,
  text,
  url,
} from "@wellhead/sdk";
import { boardField, boardPartFields, boardPath } from "../filters/board-filter.js";
import { beforeOldest } from "../paging/before-oldest.js";
import { createdAt } from "./created-at.js";

/** What Trello says of a card, as far as it is read. */
interface Card {
  readonly id: string;
  readonly idShort: number;
  readonly name: string;
  readonly desc: string;
  readonly closed: boolean;
  readonly idList: string;
  readonly idMembers: readonly string[];
  readonly labels: ReadonlyArray<{
    readonly id: string;
    readonly name: string;
    readonly color: string | null;
  }>;
  readonly members?: ReadonlyArray<{ readonly fullName: string }>;
  readonly start?: string | null;
  readonly due: string | null;
  readonly dueComplete: boolean;
  readonly dateLastActivity: string | null;
  readonly badges?: {
    readonly comments: number;
    readonly attachments: number;
    readonly checkItems: number;
    readonly checkItemsChecked: number;
  };
  readonly shortUrl: string;
}

/** Members of a card that are asked for. */
const asked =
  "idShort,name,desc,closed,idList,idMembers,labels,start,due,dueComplete,dateLastActivity,badges,shortUrl";

const states = [
  { title: "On the board", value: "visible" },
  { title: "Archived", value: "closed" },
  { title: "All", value: "all" },
];

/**
 * Makes the source of a board's cards.
 *
 * @param source - Maker of sources
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
    fields: {
      id: id(),
      number: number({ description: "Number within the board" }),
      name: text(),
      description: text(),
      list: text(),
      archived: bool(),
      labels: arrayOf(text({ description: "Names, or colours of labels without one" })),
      members: arrayOf(text()),
      created: date(),
      start: date(),
      due: date(),
      done: bool({ description: "The due date is marked as met" }),
      activity: date({ description: "Last change" }),
      comments: number(),
      attachments: number(),
      check_items: number(),
      check_items_done: number(),
      address: url(),
    },
    rows: async ({ http, filter }) => {
      const lists = await http
        .get(boardPath(filter.board, "lists"), { query: { filter: "all", fields: "name" } })
        .json<ReadonlyArray<{ readonly id: string; readonly name: string }>>();
      const listNames = new Map(lists.map((one) => [one.id, one.name]));
      return http
        .pages<Card>(boardPath(filter.board, "cards"), {
          paging: beforeOldest(),
          query: {
            filter: filter.state ?? "visible",
            fields: asked,
            members: true,
            member_fields: "fullName",
          },
        })
        .filter((card) => isChosen(card, filter) && isWithin(card.dateLastActivity, filter.activity))
        .map((card) => rowOf(card, listNames));
    },
  });
}

function isChosen(
  card: Card,
  {
    lists = [],
    labels = [],
    members = [],
  }: Readonly<Record<"lists" | "labels" | "members", readonly string[] | undefined>>,
): boolean {
  return (
    (lists.length === 0 || lists.includes(card.idList)) &&
    (labels.length === 0 || card.labels.some((label) => labels.includes(label.id))) &&
    (members.length === 0 || card.idMembers.some((member) => members.includes(member)))
  );
}

function rowOf(card: Card, listNames: ReadonlyMap<string, string>) {
  return {
    id: card.id,
    number: card.idShort,
    name: card.name,
    description: card.desc,
    list: listNames.get(card.idList),
    archived: card.closed,
    labels: card.labels.map(({ name, color }) => name || (color ?? "")),
    members: card.members?.map(({ fullName }) => fullName) ?? [],
    created: createdAt(card.id),
    start: card.start,
    due: card.due,
    done: card.dueComplete,
    activity: card.dateLastActivity,
    comments: card.badges?.comments,
    attachments: card.badges?.attachments,
    check_items: card.badges?.checkItems,
    check_items_done: card.badges?.checkItemsChecked,
    address: card.shortUrl,
  };
}
