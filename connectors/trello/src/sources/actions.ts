import {
  type DateRange,
  date,
  dateRange,
  id,
  isWithin,
  type MakeSource,
  multiDropdown,
  type Source,
  text,
} from "@wellhead/sdk";
import { boardField, boardPath } from "../filters/board-filter.js";
import { beforeOldest } from "../paging/before-oldest.js";

/** What Trello says of an action, as far as it is read. */
interface Action {
  readonly id: string;
  readonly type: string;
  readonly date: string;
  readonly memberCreator?: { readonly fullName?: string; readonly username?: string };
  readonly data: {
    readonly text?: string;
    readonly card?: { readonly id: string; readonly name?: string };
    readonly list?: { readonly name?: string };
    readonly listBefore?: { readonly name?: string };
    readonly listAfter?: { readonly name?: string };
  };
}

/** Kinds of actions that people ask for; Trello knows many more. */
const kinds = [
  { title: "Card made", value: "createCard" },
  { title: "Card changed", value: "updateCard" },
  { title: "Card moved to another list", value: "updateCard:idList" },
  { title: "Card archived or sent back", value: "updateCard:closed" },
  { title: "Card deleted", value: "deleteCard" },
  { title: "Comment", value: "commentCard" },
  { title: "Member put on a card", value: "addMemberToCard" },
  { title: "Member taken off a card", value: "removeMemberFromCard" },
  { title: "Checklist item ticked or not", value: "updateCheckItemStateOnCard" },
  { title: "Attachment added", value: "addAttachmentToCard" },
  { title: "List made", value: "createList" },
  { title: "List changed", value: "updateList" },
];

/**
 * Makes the source of what happened on a board.
 *
 * @param source - Maker of sources
 * @returns The source
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-boardid-actions-get
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/action-types/
 */
export function actions<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Actions",
    description: "What happened on a board, the newest first",
    filter: {
      board: boardField(),
      date: dateRange({ title: "Date", optional: true }),
      types: multiDropdown({ title: "Kinds", description: "Empty: all", choices: kinds, optional: true }),
    },
    fields: {
      id: id(),
      type: text(),
      date: date(),
      member: text({ description: "Who did it" }),
      card: text(),
      card_id: text(),
      list: text(),
      list_before: text(),
      list_after: text(),
      text: text({ description: "Of a comment" }),
    },
    rows: ({ http, filter }) =>
      http
        .pages<Action>(boardPath(filter.board, "actions"), {
          paging: beforeOldest(),
          query: {
            ...boundsOf(filter.date),
            fields: "type,date,data",
            memberCreator_fields: "fullName,username",
            filter: filter.types?.join(",") || undefined,
          },
        })
        .filter((action) => isWithin(action.date, filter.date))
        .map(({ data, memberCreator, ...action }) => ({
          id: action.id,
          type: action.type,
          date: action.date,
          member: memberCreator?.fullName || memberCreator?.username,
          card: data.card?.name,
          card_id: data.card?.id,
          list: data.list?.name,
          list_before: data.listBefore?.name,
          list_after: data.listAfter?.name,
          text: data.text,
        })),
  });
}

/** Trello compares whole seconds and leaves the bounds themselves out, so a second more is asked for at both ends. */
function boundsOf({ min, max }: DateRange = {}): { readonly since?: string; readonly before?: string } {
  return {
    ...(min !== undefined && { since: shifted(min, -1) }),
    ...(max !== undefined && { before: shifted(max, 1) }),
  };
}

function shifted(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}
