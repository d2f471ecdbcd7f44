import { bool, id, type MakeSource, type Source, text } from "@wellhead/sdk";
import { baseField } from "./base-field.js";
import { readTables } from "./rows/airtable-table.js";

/**
 * Creates the source of the fields of a base's tables.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://airtable.com/developers/web/api/get-base-schema
 */
export function fieldsSource<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Tables and fields",
    description: "What the tables of a base are made of",
    filter: { base: baseField() },
    fields: {
      table_id: id(),
      table: text(),
      id: id(),
      name: text(),
      type: text(),
      result: text({ description: "Type of the result of a computed field" }),
      linked_table_id: text(),
      primary: bool({ description: "The field that names the records" }),
      description: text(),
    },
    rows: async ({ http, filter }) =>
      (await readTables(http, filter.base)).flatMap((table) =>
        table.fields.map((field) => ({
          table_id: table.id,
          table: table.name,
          id: field.id,
          name: field.name,
          type: field.type,
          result: field.options?.result?.type,
          linked_table_id: field.options?.linkedTableId,
          primary: field.id !== undefined && field.id === table.primaryFieldId,
          description: field.description,
        })),
      ),
  });
}
