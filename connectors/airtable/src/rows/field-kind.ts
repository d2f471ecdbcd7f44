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
 * Tells which column a field of Airtable makes.
 *
 * A formula or roll-up has the type of its result. A look-up holds one value per linked record, so it is text.
 *
 * @param field - The field
 * @returns Its column
 * @see https://airtable.com/developers/web/api/field-model
 */
export function columnOf(field: AirtableField): Column {
  const isComputed = field.type === "formula" || field.type === "rollup";
  const type = isComputed ? (field.options?.result?.type ?? "singleLineText") : field.type;
  const make = kinds.get(type) ?? text;
  const description = field.description === undefined ? {} : { description: field.description };
  return { ...make(), title: field.name, ...description };
}
