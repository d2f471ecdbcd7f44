import {
  type Column,
  type Columns,
  changedFrom,
  date,
  dateRange,
  id,
  list,
  type MakeSource,
  type RowOf,
  type ShapeValue,
  type Source,
  type Synchronization,
  shape,
} from "@wellhead/sdk";
import { baseField } from "./base-field.js";
import {
  type AirtableField,
  type AirtableTable,
  fieldReader,
  readTable,
  readTables,
} from "./rows/airtable-table.js";
import { cellOf } from "./rows/cell-of.js";
import { columnOf } from "./rows/field-kind.js";
import { readLinkedNames } from "./rows/linked-names.js";
import { periodFormula } from "./rows/period-formula.js";
import { allRecords, byFieldId, recordsAgain } from "./rows/record-paging.js";

/** Members of a record that are read. The users of the base name its fields. */
const recordShape = shape.object({
  id: shape.required(shape.text),
  createdTime: shape.text,
  fields: shape.record(shape.anything),
});

/** Columns that every table has. */
const ownColumns = { "record id": id(), "created time": date() };

/**
 * Creates the source of a table's records. The columns are the table's fields.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://airtable.com/developers/web/api/list-records
 */
export function records<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Records",
    description: "The records of one table, or of one of its views",
    filter: {
      base: baseField(),
      table: list({
        title: "Table",
        requires: ["base"],
        options: async ({ http, dependsOn }) =>
          (await readTables(http, dependsOn.base)).map(({ id: value, name }) => ({
            title: name ?? value,
            value,
          })),
      }),
      view: list({
        title: "View",
        description: "Empty: all records",
        optional: true,
        requires: ["base", "table"],
        options: async ({ http, dependsOn }) =>
          ((await readTable(http, dependsOn)).views ?? []).map(({ id: value, name }) => ({
            title: name ?? value,
            value,
          })),
      }),
      created: dateRange({ title: "Created", optional: true }),
      modified: dateRange({ title: "Last modified", optional: true }),
      links: list({
        title: "Linked records",
        description: "Empty: by id",
        choices: [{ title: "By name, which reads the linked tables too", value: "names" }],
        optional: true,
      }),
    },
    synchronization: async ({ http, filter }) => synchronizationOf(await readTable(http, filter)),
    sharedFilter: ["base", "table", "view"],
    fields: async ({ http, filter }) => columnsOf(namedFields(await readTable(http, filter))),
    rows: async ({ http, filter, since }) => {
      const table = await readTable(http, filter);
      const fields = namedFields(table);
      const names = filter.links === "names" ? await readLinkedNames(http, filter.base, table) : undefined;
      const path = `${encodeURIComponent(filter.base)}/${encodeURIComponent(filter.table)}`;
      const periods = { created: filter.created, modified: changedFrom(filter.modified, since) };
      const query = { ...byFieldId, view: filter.view, filterByFormula: periodFormula(periods) };
      const again = recordsAgain(http, path, table);
      return http
        .pages(path, { shape: recordShape, query, ...allRecords, again })
        .map((record) => toRow(record, fields, names));
    },
  });
}

/**
 * Determines how the changes of a table are found: by a field that shows when a record was last modified, if it watches
 * all fields. A formula, a lookup or a rollup changes without a modification of its record, and deleted records are not
 * listed, so all records are read once a day.
 */
function synchronizationOf(table: AirtableTable): Synchronization {
  const [watching] = table.fields.filter(
    ({ type, options }) => type === "lastModifiedTime" && (options?.referencedFieldIds ?? []).length === 0,
  );
  const column = namedFields(table).find(({ field }) => field.id === watching?.id && watching !== undefined);
  const key = ["record id"];
  return column === undefined ? { key } : { key, changes: { by: column.id, fullEvery: "1 d" } };
}

/** A field with the id of its column. */
interface NamedField {
  readonly id: string;
  /** Id and name in Airtable. */
  readonly field: Pick<AirtableField, "id" | "name">;
  readonly column: Column;
  /** Whether it contains ids of other records. */
  readonly isLink: boolean;
}

/** Names columns after fields. A field whose name is taken by one of our own columns gets a number appended. */
function namedFields({ fields }: AirtableTable): readonly NamedField[] {
  const taken = new Set([...Object.keys(ownColumns), "__proto__"]);
  return fields.map((field) => {
    let key = field.name;
    for (let number = 2; taken.has(key); number += 1) key = `${field.name} ${number}`;
    taken.add(key);
    return {
      id: key,
      field,
      column: columnOf(field),
      isLink: field.type === "multipleRecordLinks",
    };
  });
}

function columnsOf(fields: readonly NamedField[]): Columns {
  return { ...ownColumns, ...Object.fromEntries(fields.map((field) => [field.id, field.column])) };
}

function toRow(
  record: ShapeValue<typeof recordShape>,
  fields: readonly NamedField[],
  names?: ReadonlyMap<string, string>,
): RowOf<Columns> {
  const valueOf = fieldReader(
    record.fields ?? {},
    fields.map(({ field }) => field),
  );
  const cells = fields.map(({ id: key, field, column, isLink }) => {
    const cell = cellOf(valueOf(field), column);
    const isNamed = isLink && names !== undefined && Array.isArray(cell);
    return [key, isNamed ? cell.map((one: unknown) => names.get(String(one)) ?? one) : cell];
  });
  // Every cell was converted for its column.
  return {
    "record id": record.id,
    "created time": record.createdTime,
    ...Object.fromEntries(cells),
  } as RowOf<Columns>;
}
