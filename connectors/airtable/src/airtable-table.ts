import { type Http, inputInvalid } from "@wellhead/sdk";

/** A field of a table, as Airtable describes it. */
export interface AirtableField {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  readonly options?: { readonly result?: { readonly type: string } | null };
}

/** A table, as Airtable describes it. */
export interface AirtableTable {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly AirtableField[];
  readonly views: ReadonlyArray<{ readonly id: string; readonly name: string }>;
}

/**
 * Reads the tables of a base.
 *
 * @param http - Client of the request
 * @param base - Id of the base
 * @returns Its tables
 * @see https://airtable.com/developers/web/api/get-base-schema
 */
export async function readTables(http: Http, base: string): Promise<readonly AirtableTable[]> {
  const path = `meta/bases/${encodeURIComponent(base)}/tables`;
  return (await http.get(path).json<{ readonly tables: readonly AirtableTable[] }>()).tables;
}

/**
 * Reads the description of one table.
 *
 * @param http - Client of the request
 * @param place - Base and table by id
 * @returns The table
 * @throws ConnectorError `invalid_field` when the base has no such table
 */
export async function readTable(
  http: Http,
  place: { readonly base: string; readonly table: string },
): Promise<AirtableTable> {
  const found = (await readTables(http, place.base)).find(({ id }) => id === place.table);
  if (found !== undefined) return found;
  throw inputInvalid("Find the table: the base has none of that id, choose it again", { field: "table" });
}
