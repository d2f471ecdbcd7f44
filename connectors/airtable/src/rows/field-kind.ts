import { arrayOf, bool, type Column, date, number, text } from "@wellhead/sdk";
import type { AirtableField } from "../airtable-table.js";

const kinds: ReadonlyMap<string, () => Column> = new Map<string, () => Column>([
  ...["number", "currency", "percent", "count", "rating", "duration", "autoNumber"].map(
    (type) => [type, () => number()] as const,
  ),
  ...["date", "dateTime", "createdTime", "lastModifiedTime"].map((type) => [type, () => date()] as const),
  ...["multipleSelects", "multipleRecordLinks", "multipleCollaborators", "multipleAttachments"].map(
    (type) => [type, () => arrayOf(text())] as const,
  ),
  ["checkbox", () => bool()],
]);

/**
 * Finds the column that a field of Airtable makes. A formula or roll-up has the type of its result. A look-up holds a
 * value per linked record, so it is an array of the type of the field it looks up.
 *
 * @param field - The field
 * @returns Its column
 * @see https://airtable.com/developers/web/api/field-model
 */
export function columnOf(field: AirtableField): Column {
  const description = field.description ?? undefined;
  const column = field.type === "multipleLookupValues" ? lookUp(field) : kindOf(typeOf(field));
  return { ...column, title: field.name, ...(description !== undefined && { description }) };
}

function kindOf(type: string): Column {
  return (kinds.get(type) ?? text)();
}

/** Type of the values: that of the result where there is one. */
function typeOf({ type, options }: AirtableField): string {
  if (type !== "formula" && type !== "rollup" && type !== "multipleLookupValues") return type;
  const result = options?.result;
  // The looked up field may be computed itself.
  return result?.options?.result?.type ?? result?.type ?? "singleLineText";
}

function lookUp(field: AirtableField): Column {
  const { column } = kindOf(typeOf(field));
  if (column === "number") return arrayOf(number());
  return column === "date" ? arrayOf(date()) : arrayOf(text());
}
