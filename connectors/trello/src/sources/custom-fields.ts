import {
  bool,
  date,
  id,
  list,
  type MakeSource,
  number,
  type ShapeValue,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { boardField, boardPath } from "../filters/board-filter.js";
import { beforeOldest } from "../paging/before-oldest.js";

const optionShape = shape.object({
  id: shape.required(shape.text),
  value: shape.object({ text: shape.text }),
});

const fieldShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  type: shape.text,
  options: shape.list(optionShape),
});

const itemShape = shape.object({
  id: shape.required(shape.text),
  idCustomField: shape.text,
  idValue: shape.text,
  value: shape.object({ text: shape.text, number: shape.text, date: shape.text, checked: shape.text }),
});

const cardShape = shape.object({
  id: shape.required(shape.text),
  name: shape.text,
  customFieldItems: shape.list(itemShape),
});

const states = [
  { title: "On the board", value: "visible" },
  { title: "Archived", value: "closed" },
  { title: "All", value: "all" },
];

/** Cards per page. Each contains its values, and Trello limits the size of a response. */
const cardsPerPage = 200;

/**
 * Creates the source of the values of custom fields, with one row per value of a card.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/getting-started-with-custom-fields/
 */
export function customFields<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Custom fields",
    description: "Values of the custom fields of a board's cards, one row each",
    filter: {
      board: boardField(),
      state: list({ title: "Cards", description: "Empty: on the board", choices: states, optional: true }),
    },
    fields: {
      id: id(),
      card_id: text(),
      card: text(),
      field_id: text(),
      field: text(),
      type: text({ description: "text, number, date, checkbox or list" }),
      value: text({ description: "Whatever its type; of a list, the chosen option" }),
      number: number(),
      date: date(),
      checked: bool(),
    },
    rows: async ({ http, filter }) => {
      const fields = await http.get(boardPath(filter.board, "customFields")).json(shape.list(fieldShape));
      const byId = new Map(fields.map((field) => [field.id, field]));
      return http
        .pages(boardPath(filter.board, "cards"), {
          shape: cardShape,
          paging: beforeOldest(cardsPerPage),
          key: "id",
          order: "stable",
          query: { filter: filter.state ?? "visible", fields: "name", customFieldItems: true },
        })
        .flatMap((card) =>
          (card.customFieldItems ?? []).map((item) => ({
            ...valueOf(item, byId.get(item.idCustomField ?? "")),
            id: item.id,
            card_id: card.id,
            card: card.name,
            field_id: item.idCustomField,
          })),
        );
    },
  });
}

/**
 * Returns the cells for a value. Trello writes every value as text, and the value of a list as the id of its option.
 */
function valueOf(
  { value, idValue }: ShapeValue<typeof itemShape>,
  field: ShapeValue<typeof fieldShape> | undefined,
) {
  const { number: amount, date: instant, checked, text: words } = value ?? {};
  return {
    field: field?.name,
    type: field?.type,
    value: amount ?? instant ?? checked ?? words ?? optionOf(idValue, field),
    number: numberOf(amount),
    date: instant,
    checked: boolOf(checked),
  };
}

type Written = string | null | undefined;

function optionOf(chosen: Written, field: ShapeValue<typeof fieldShape> | undefined): Written {
  const option = field?.options?.find((one) => one.id === chosen);
  return option?.value?.text ?? chosen;
}

function numberOf(written: Written): number | null {
  const amount = Number(written ?? Number.NaN);
  return Number.isFinite(amount) ? amount : null;
}

function boolOf(written: Written): boolean | null {
  return written === undefined || written === null ? null : written === "true";
}
