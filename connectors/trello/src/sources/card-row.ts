import {
  arrayOf,
  bool,
  date,
  id,
  number,
  type RowOf,
  type ShapeValue,
  shape,
  text,
  url,
} from "@wellhead/sdk";
import { createdAt } from "./created-at.js";

/** Members of a card that are read. */
export const cardShape = shape.object({
  id: shape.required(shape.text),
  idShort: shape.number,
  name: shape.text,
  desc: shape.text,
  closed: shape.bool,
  idList: shape.text,
  idMembers: shape.list(shape.text),
  labels: shape.list(shape.object({ id: shape.text, name: shape.text, color: shape.text })),
  members: shape.list(shape.object({ fullName: shape.text, username: shape.text })),
  start: shape.text,
  due: shape.text,
  dueComplete: shape.bool,
  dateLastActivity: shape.text,
  badges: shape.object({
    comments: shape.number,
    attachments: shape.number,
    checkItems: shape.number,
    checkItemsChecked: shape.number,
  }),
  shortUrl: shape.text,
});

/** Columns of the rows. */
export const cardColumns = {
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
};

/**
 * Converts a card to a row.
 *
 * @param card - The card
 * @param listNames - Names of the board's lists by id
 * @returns The row
 */
export function cardRow(
  card: ShapeValue<typeof cardShape>,
  listNames: ReadonlyMap<string, string | null | undefined>,
): RowOf<typeof cardColumns> {
  return {
    id: card.id,
    number: card.idShort,
    name: card.name,
    description: card.desc,
    list: listNames.get(card.idList ?? ""),
    archived: card.closed,
    labels: card.labels?.map(({ name, color }) => name || (color ?? "")),
    members: card.members?.map(({ fullName, username }) => fullName || (username ?? "")),
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
