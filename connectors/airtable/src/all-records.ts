import {
  date,
  dateRange,
  id,
  type MakeSource,
  MissingParents,
  multiList,
  type ShapeValue,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { baseField } from "./base-field.js";
import { type AirtableTable, fieldReader, readTables } from "./rows/airtable-table.js";
import { cellOf } from "./rows/cell-of.js";
import { columnOf } from "./rows/field-kind.js";
import { periodFormula } from "./rows/period-formula.js";
import { allRecords, byFieldId, recordsAgain } from "./rows/record-paging.js";

/** Members of a record that are read. */
const recordShape = shape.object({
  id: shape.required(shape.text),
  createdTime: shape.text,
  fields: shape.record(shape.anything),
});

/**
 * Creates the source of the records of all tables of a base. Tables have different fields, so the values of a record are
 * JSON, by the names of the fields.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://airtable.com/developers/web/api/list-records
 */
export function allTables<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Records of all tables",
    description: "Of a base, or of some of its tables; the values are JSON",
    filter: {
      base: baseField(),
      tables: multiList({
        title: "Tables",
        description: "Empty: all",
        requires: ["base"],
        optional: true,
        options: async ({ http, dependsOn }) =>
          (await readTables(http, dependsOn.base)).map(({ id: value, name }) => ({
            title: name ?? value,
            value,
          })),
      }),
      created: dateRange({ title: "Created", optional: true }),
      modified: dateRange({ title: "Last modified", optional: true }),
    },
    fields: {
      record_id: id(),
      table_id: text(),
      table: text(),
      created: date(),
      values: text({ description: "JSON, by the names of the fields; empty fields are left out" }),
    },
    key: ["record_id"],
    sharedFilter: ["base", "tables"],
    async *rows({ http, log, filter: { base, tables: chosen = [], ...periods } }) {
      const tables = await readTables(http, base);
      const missing = new MissingParents(log, "tables");
      const query = { ...byFieldId, filterByFormula: periodFormula(periods) };
      for (const table of tables.filter((one) => chosen.length === 0 || chosen.includes(one.id))) {
        const path = `${encodeURIComponent(base)}/${encodeURIComponent(table.id)}`;
        const again = recordsAgain(http, path, table);
        const pages = http
          .pages(path, { shape: recordShape, query, ...allRecords, again })
          .map((record) => toRow(table, record));
        yield* missing.read(pages);
      }
      missing.end();
    },
  });
}

function toRow(table: AirtableTable, record: ShapeValue<typeof recordShape>) {
  const valueOf = fieldReader(record.fields ?? {}, table.fields);
  const values = table.fields.map((field) => [field.name, cellOf(valueOf(field), columnOf(field))] as const);
  return {
    record_id: record.id,
    table_id: table.id,
    table: table.name,
    created: record.createdTime,
    values: JSON.stringify(Object.fromEntries(values.filter(([, value]) => !isEmpty(value)))),
  };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
