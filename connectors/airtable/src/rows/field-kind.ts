import { arrayOf, bool, type Column, date, number, text } from "@wellhead/sdk";
import type { AirtableField } from "./airtable-table.js";

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
 * Returns the column for a field of Airtable. A formula or rollup has the type of its result. A lookup has a value per
 * linked record, so it is an array of the type of the looked up field.
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

/** Returns the type of the values: that of the result if there is one. */
function typeOf({ type, options }: AirtableField): string {
  if (type !== "formula" && type !== "rollup" && type !== "multipleLookupValues") return type;
  const result = options?.result;
  // The looked up field may itself be computed.
  return result?.options?.result?.type ?? result?.type ?? "singleLineText";
}

function lookUp(field: AirtableField): Column {
  const { column } = kindOf(typeOf(field));
  if (column === "number") return arrayOf(number());
  return column === "date" ? arrayOf(date()) : arrayOf(text());
}
