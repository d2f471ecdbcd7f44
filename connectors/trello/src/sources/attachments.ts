import { bool, date, id, list, type MakeSource, number, type Source, shape, text, url } from "@wellhead/sdk";
import { boardField, boardPath } from "../filters/board-filter.js";
import { beforeOldest } from "../paging/before-oldest.js";

const attachmentShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  url: shape.text,
  date: shape.text,
  bytes: shape.number,
  mimeType: shape.text,
  idMember: shape.text,
  isUpload: shape.bool,
});

const cardShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  attachments: shape.list(attachmentShape),
});

const states = [
  { title: "On the board", value: "visible" },
  { title: "Archived", value: "closed" },
  { title: "All", value: "all" },
];

/** Cards per page. Each contains all its attachments, and Trello limits the size of a response. */
const cardsPerPage = 200;

/**
 * Creates the source of the attachments of a board's cards.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/nested-resources/#attachments-nested-resource
 */
export function attachments<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Attachments",
    description: "Of a board's cards: files and links",
    filter: {
      board: boardField(),
      state: list({ title: "Cards", description: "Empty: on the board", choices: states, optional: true }),
    },
    fields: {
      id: id(),
      name: text(),
      address: url(),
      added: date(),
      bytes: number({ description: "Empty for links" }),
      type: text({ description: "MIME type" }),
      uploaded: bool({ description: "A file and not a link" }),
      member_id: text(),
      card_id: text(),
      card: text(),
    },
    rows: ({ http, filter }) =>
      http
        .pages(boardPath(filter.board, "cards"), {
          shape: cardShape,
          paging: beforeOldest(cardsPerPage),
          key: "id",
          order: "stable",
          query: {
            filter: filter.state ?? "visible",
            fields: "name",
            attachments: true,
            attachment_fields: "name,url,date,bytes,mimeType,idMember,isUpload",
          },
        })
        .flatMap((card) =>
          (card.attachments ?? []).map((attachment) => ({
            id: attachment.id,
            name: attachment.name,
            address: attachment.url,
            added: attachment.date,
            bytes: attachment.bytes,
            type: attachment.mimeType,
            uploaded: attachment.isUpload,
            member_id: attachment.idMember,
            card_id: card.id,
            card: card.name,
          })),
        ),
  });
}
