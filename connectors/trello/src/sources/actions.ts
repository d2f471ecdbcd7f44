import {
  arrayOf,
  type DateRange,
  date,
  dateRange,
  id,
  isWithin,
  type MakeSource,
  multiDropdown,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { boardField, boardPath } from "../filters/board-filter.js";
import { beforeOldest } from "../paging/before-oldest.js";

/** Kinds of actions that users need most. Trello has many more. */
const actionKinds = [
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

const named = shape.object({ name: shape.text });

/** Members of an action that are read. */
const actionShape = shape.object({
  id: shape.required(shape.text),
  type: shape.text,
  date: shape.text,
  memberCreator: shape.object({ fullName: shape.text, username: shape.text }),
  data: shape.object({
    text: shape.text,
    card: shape.object({ id: shape.text, name: shape.text }),
    list: named,
    listBefore: named,
    listAfter: named,
    old: shape.record(shape.anything),
  }),
});

/**
 * Creates the source of the actions on a board.
 *
 * @param source - Creates a source from its definition
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
      types: multiDropdown({
        title: "Kinds",
        description: "Empty: all",
        choices: actionKinds,
        optional: true,
      }),
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
      changed: arrayOf(text({ description: "Members that a change was of" })),
      before: text({ description: "What they held before, as JSON" }),
    },
    rows: ({ http, filter }) =>
      http
        .pages(boardPath(filter.board, "actions"), {
          shape: actionShape,
          paging: beforeOldest(),
          key: "id",
          order: "stable",
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
          card: data?.card?.name,
          card_id: data?.card?.id,
          list: data?.list?.name,
          list_before: data?.listBefore?.name,
          list_after: data?.listAfter?.name,
          text: data?.text,
          changed: changedOf(data?.old),
          before: beforeOf(data?.old),
        })),
  });
}

/**
 * Trello compares whole seconds and excludes the bounds themselves, so the request is extended by a second at both
 * ends.
 */
function boundsOf({ min, max }: DateRange = {}): { readonly since?: string; readonly before?: string } {
  return {
    ...(min !== undefined && { since: shifted(min, -1) }),
    ...(max !== undefined && { before: shifted(max, 1) }),
  };
}

function shifted(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

type Old = Readonly<Record<string, unknown>> | null | undefined;

function changedOf(old: Old): readonly string[] | undefined {
  return old === null || old === undefined ? undefined : Object.keys(old);
}

function beforeOf(old: Old): string | undefined {
  return old === null || old === undefined ? undefined : JSON.stringify(old);
}
