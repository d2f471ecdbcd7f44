import { type Http, shape } from "@wellhead/sdk";
import { type AirtableTable, fieldReader, readTables } from "./airtable-table.js";
import { cellOf } from "./cell-of.js";
import { columnOf } from "./field-kind.js";
import { allRecords, byFieldId } from "./record-paging.js";

const recordShape = shape.object({ id: shape.required(shape.text), fields: shape.record(shape.anything) });

/**
 * Reads the names of the records that a table links to. Each linked table is read completely, but only its primary
 * field.
 *
 * @param http - Client of the request
 * @param base - Id of the base
 * @param table - The table with the links
 * @returns Names by the id of the record
 */
export async function readLinkedNames(
  http: Http,
  base: string,
  table: AirtableTable,
): Promise<ReadonlyMap<string, string>> {
  const linked = new Set(table.fields.map(({ options }) => options?.linkedTableId));
  const names = new Map<string, string>();
  for (const other of await readTables(http, base)) {
    const primary = other.fields.find((field) => field.id !== undefined && field.id === other.primaryFieldId);
    if (!linked.has(other.id) || primary === undefined) continue;
    const column =
      columnOf(primary).column === "text"
        ? columnOf(primary)
        : { ...columnOf(primary), column: "text" as const };
    const pages = http.pages(`${encodeURIComponent(base)}/${encodeURIComponent(other.id)}`, {
      shape: recordShape,
      query: { ...byFieldId, "fields[]": [primary.id ?? primary.name] },
      ...allRecords,
    });
    for await (const batch of pages) {
      for (const { id, fields } of batch) {
        const name = cellOf(fieldReader(fields ?? {}, [primary])(primary), column);
        if (typeof name === "string" && name !== "") names.set(id, name);
      }
    }
  }
  return names;
}
