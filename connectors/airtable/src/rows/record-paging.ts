import { cursorInBody, type Http, isMissing, memberAt, type PagesOptions } from "@wellhead/sdk";
import type { AirtableTable } from "./airtable-table.js";

/** Paging of records and comments. */
export const recordPaging = cursorInBody({
  cursor: "offset",
  parameter: "offset",
  size: { parameter: "pageSize", value: 100 },
});

/**
 * How all records of a table are read. Airtable does not document whether its offsets count records, so a list of more
 * than one page is read again, and records that were missed are read one by one.
 */
export const allRecords = { items: "records", paging: recordPaging, key: "id", order: "changing" } as const;

/**
 * Returns how records are read again: only with the field that names them.
 *
 * @param http - Client of the request
 * @param path - Path of the table
 * @param table - The table
 * @returns What `http.pages` needs
 * @see https://airtable.com/developers/web/api/get-record
 */
export function recordsAgain(
  http: Http,
  path: string,
  table: AirtableTable,
): NonNullable<PagesOptions["again"]> {
  const { primaryFieldId } = table;
  return {
    query: { "fields[]": typeof primaryFieldId === "string" ? [primaryFieldId] : undefined },
    async complete(items) {
      const found: unknown[] = [];
      for (const item of items) {
        const record = await readRecord(http, `${path}/${encodeURIComponent(String(memberAt(item, "id")))}`);
        if (record !== undefined) found.push(record);
      }
      return found;
    },
  };
}

async function readRecord(http: Http, path: string): Promise<unknown> {
  try {
    return await http.get(path, { query: byFieldId }).json();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Names fields by their ids, which stay the same when a field is renamed during the read. */
export const byFieldId = { returnFieldsByFieldId: true } as const;
