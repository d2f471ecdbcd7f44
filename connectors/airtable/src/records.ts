import {
  type Columns,
  cursorInBody,
  date,
  dateRange,
  id,
  list,
  type MakeSource,
  type RowOf,
  type Source,
} from "@wellhead/sdk";
import { type AirtableTable, readTable, readTables } from "./airtable-table.js";
import { cellOf } from "./rows/cell-of.js";
import { createdFormula } from "./rows/created-formula.js";
import { columnOf } from "./rows/field-kind.js";

interface AirtableRecord {
  readonly id: string;
  readonly createdTime: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const recordPaging = cursorInBody({
  cursor: "offset",
  parameter: "offset",
  size: { parameter: "pageSize", value: 100 },
});
const basePaging = cursorInBody({ cursor: "offset", parameter: "offset" });

/** Columns every table has; their ids cannot be names of fields by accident. */
const ownColumns = { "record id": id(), "created time": date() };

/**
 * Makes the source of a table's records. The columns are the table's fields.
 *
 * @param source - Maker of sources
 * @returns The source
 * @see https://airtable.com/developers/web/api/list-records
 */
export function records<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Records",
    description: "The records of one table, or of one of its views",
    filter: {
      base: list({
        title: "Base",
        options: ({ http }) =>
          http
            .pages<{ readonly id: string; readonly name: string }>("meta/bases", {
              items: "bases",
              paging: basePaging,
            })
            .map(({ id: value, name }) => ({ title: name, value })),
      }),
      table: list({
        title: "Table",
        requires: ["base"],
        options: async ({ http, dependsOn }) =>
          (await readTables(http, dependsOn.base)).map(({ id: value, name }) => ({ title: name, value })),
      }),
      view: list({
        title: "View",
        description: "Empty: all records",
        optional: true,
        requires: ["base", "table"],
        options: async ({ http, dependsOn }) =>
          (await readTable(http, dependsOn)).views.map(({ id: value, name }) => ({ title: name, value })),
      }),
      created: dateRange({ title: "Created", optional: true }),
    },
    fields: async ({ http, filter }) => tableColumns(await readTable(http, filter)),
    rows: async ({ http, filter }) => {
      const columns = tableColumns(await readTable(http, filter));
      const path = `${encodeURIComponent(filter.base)}/${encodeURIComponent(filter.table)}`;
      const query = { view: filter.view, filterByFormula: createdFormula(filter.created) };
      return http
        .pages<AirtableRecord>(path, { query, items: "records", paging: recordPaging })
        .map((record) => toRow(record, columns));
    },
  });
}

function tableColumns({ fields }: AirtableTable): Columns {
  return { ...ownColumns, ...Object.fromEntries(fields.map((field) => [field.name, columnOf(field)])) };
}

function toRow({ id: key, createdTime, fields }: AirtableRecord, columns: Columns): RowOf<Columns> {
  const cells = Object.entries(columns).map(([name, column]) => [
    name,
    Object.hasOwn(ownColumns, name) ? undefined : cellOf(fields[name], column),
  ]);
  // Every cell was made for its column.
  return { ...Object.fromEntries(cells), "record id": key, "created time": createdTime } as RowOf<Columns>;
}
