import { type Fields, highlightText, multiDropdown } from "@wellhead/sdk";
import type { TableColumn } from "../tables/table-column.js";
import type { Condition } from "./column-filter.js";
import { all, columnFilters, type ValuesOf } from "./column-filters.js";

/** The filter form of a table and what its values mean. */
export interface TableFilter {
  readonly fields: Fields;
  /**
   * Makes the condition for the values of the form.
   *
   * @param values - Values by field id
   * @returns The condition, or `undefined` when every row is wanted
   */
  readonly where: (values: Readonly<Record<string, unknown>>) => Condition | undefined;
}

/** Ids of the fields every table has; ids that the platform uses itself are no field's. */
const reserved = ["columns", "sql", "auth", "identifier", "_id", "_cls", "__proto__"];

/**
 * Makes the filter form of a table.
 *
 * @param columns - Columns of the table
 * @param table - Id of the table, for the example in the SQL field
 * @param valuesOf - Gives the options of a list
 * @returns The form
 */
export function tableFilter(columns: readonly TableColumn[], table: string, valuesOf: ValuesOf): TableFilter {
  const taken = new Set(reserved);
  const filters = columnFilters(columns, valuesOf).map((filter) => {
    let { id } = filter;
    while (taken.has(id)) id += "_";
    taken.add(id);
    return { ...filter, id };
  });
  return {
    fields: Object.fromEntries([
      ["columns", columnsField(columns)],
      ...filters.map(({ id, field }) => [id, field] as const),
      ["sql", sqlField(table)],
    ]),
    where: (values) =>
      all(
        filters.flatMap(({ id, where }) => {
          const value = Object.hasOwn(values, id) ? values[id] : undefined;
          return value === undefined ? [] : (where(value) ?? []);
        }),
      ),
  };
}

function columnsField(columns: readonly TableColumn[]): Fields[string] {
  return multiDropdown({
    title: "Columns",
    description: "Columns to read, in the order of the file; all of them when left empty",
    optional: true,
    choices: columns.map(({ id }) => id),
  });
}

function sqlField(table: string): Fields[string] {
  return highlightText({
    title: "SQL",
    description:
      "One SELECT of DuckDB over the files of the folder, each a table named after its source; its rows replace those of the source, and the other filters are left aside",
    placeholder: `SELECT * FROM "${table.replaceAll('"', '""')}"`,
    editorMode: "sql",
    optional: true,
  });
}
