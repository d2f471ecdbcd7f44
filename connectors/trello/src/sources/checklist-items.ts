import { bool, date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { boardField, boardPath } from "../filters/board-filter.js";

const itemShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  state: shape.text,
  due: shape.text,
  idMember: shape.text,
  pos: shape.number,
});

const checklistShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  idCard: shape.text,
  checkItems: shape.list(itemShape),
});

/**
 * Creates the source of the items of a board's checklists. Trello returns all checklists of a board at once.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/trello/rest/api-group-boards/#api-boards-id-checklists-get
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/nested-resources/#checklists-nested-resource
 */
export function checklistItems<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Checklist items",
    description: "Items of the checklists on a board's cards",
    filter: { board: boardField() },
    fields: {
      id: id(),
      name: text(),
      done: bool(),
      due: date(),
      member_id: text(),
      position: number({ description: "Grows from top to bottom" }),
      checklist: text(),
      checklist_id: text(),
      card_id: text(),
    },
    rows: ({ http, filter }) =>
      http
        .pages(boardPath(filter.board, "checklists"), {
          shape: checklistShape,
          query: {
            fields: "name,idCard",
            checkItems: "all",
            checkItem_fields: "name,state,due,idMember,pos",
          },
        })
        .flatMap((checklist) =>
          (checklist.checkItems ?? []).map((item) => ({
            id: item.id,
            name: item.name,
            done: item.state === "complete",
            due: item.due,
            member_id: item.idMember,
            position: item.pos,
            checklist: checklist.name,
            checklist_id: checklist.id,
            card_id: checklist.idCard,
          })),
        ),
  });
}
