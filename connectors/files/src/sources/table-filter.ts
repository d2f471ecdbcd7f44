import { compareDecimals, type Fields, highlightText, inputInvalid, multiDropdown } from "@wellhead/sdk";
import type { Condition } from "../tables/condition.js";
import type { TableColumn } from "../tables/table-column.js";
import type { ColumnFilter } from "./column-filter.js";
import { columnFilters, type NullsOf, presenceFilters, type ValuesOf } from "./column-filters.js";

/** The filter form of a table, and the conversion of its values to a condition. */
export interface TableFilter {
  readonly fields: Fields;
  /**
   * Returns the conditions for the values of the form, all of which must be met.
   *
   * @param values - Values by field id
   * @param columns - Columns to which the conditions are limited. Default: all
   * @returns The conditions; empty when no filter is set
   * @throws ConnectorError `invalid_field` when the ends of a range are in the wrong order
   */
  readonly where: (
    values: Readonly<Record<string, unknown>>,
    columns?: ReadonlyMap<string, unknown>,
  ) => readonly Condition[];
}

/** Options of {@link tableFilter}. */
export interface TableFilterOptions {
  /** Id of the table, for the example in the SQL field. */
  readonly table: string;
  /** Returns the options of a list. */
  readonly valuesOf: ValuesOf;
  /** Returns the columns that contain NULL. */
  readonly nullsOf: NullsOf;
}

/** Reserved ids: those of the fields every table has, and those that the platform uses itself. */
const reserved = ["columns", "sql", "auth", "identifier", "_id", "_cls", "__proto__"];

/**
 * Creates the filter form of a table.
 *
 * @param columns - Columns of the table
 * @param options - Id of the table, and functions that return options of lists
 * @returns The form
 */
export function tableFilter(
  columns: readonly TableColumn[],
  { table, valuesOf, nullsOf }: TableFilterOptions,
): TableFilter {
  const taken = new Set(reserved);
  const filters = [...columnFilters(columns, valuesOf), ...presenceFilters(columns, nullsOf)].map(
    (filter) => {
      let { id } = filter;
      while (taken.has(id)) id += "_";
      taken.add(id);
      return { ...filter, id };
    },
  );
  return {
    fields: Object.fromEntries([
      ["columns", columnsField(columns)],
      ...filters.map(({ id, field }) => [id, field] as const),
      ["sql", sqlField(table)],
    ]),
    where: (values, only) => {
      checkRanges(filters, values);
      return filters.flatMap(({ id, column, where }) => {
        if (only !== undefined && (column === undefined || !only.has(column))) return [];
        const value = Object.hasOwn(values, id) ? values[id] : undefined;
        return value === undefined ? [] : where(value);
      });
    },
  };
}

/**
 * Checks that minimums do not exceed maximums. The ends of a range are separate fields, so a field cannot check this
 * itself.
 */
function checkRanges(filters: readonly ColumnFilter[], values: Readonly<Record<string, unknown>>): void {
  const ends = filters.flatMap(({ id, bound }) => {
    const value = Object.hasOwn(values, id) ? values[id] : undefined;
    // The value of a bound is a decimal number as text.
    return bound === undefined || typeof value !== "string" ? [] : [{ ...bound, id, value }];
  });
  for (const smallest of ends.filter(({ end }) => end === "min")) {
    const largest = ends.find(({ column, end }) => end === "max" && column === smallest.column);
    if (largest === undefined || compareDecimals(smallest.value, largest.value) <= 0) continue;
    throw inputInvalid(
      `Could not filter by "${smallest.column}": expected the smaller number first, got ${smallest.value} before ${largest.value}. Exchange them.`,
      { field: largest.id },
    );
  }
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
