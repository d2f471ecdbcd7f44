import {
  type DayRange,
  dayRange,
  decimal,
  inputInvalid,
  type LiveOptions,
  multiDropdown,
} from "@wellhead/sdk";
import { isBoolean, isDate, isNumber } from "../tables/column-of.js";
import type { Condition } from "../tables/condition.js";
import type { TableColumn } from "../tables/table-column.js";
import type { ColumnFilter } from "./column-filter.js";
import { humanize } from "./humanize.js";

/** Returns the different values of a column. */
export type ValuesOf = (column: string, signal: AbortSignal) => Promise<LiveOptions>;

/** Maximum number of columns that get filter fields. A longer form would not help users. */
const maxColumns = 64;

/**
 * Creates filter fields for the columns of a table: a date range for a date column, a minimum and a maximum for a
 * number column, a list of both values for a column of booleans, and a list of values for a text column with few different
 * values.
 *
 * @param columns - Columns of the table
 * @param valuesOf - Returns the options of a list
 * @returns The fields in the order of the columns
 */
export function columnFilters(columns: readonly TableColumn[], valuesOf: ValuesOf): readonly ColumnFilter[] {
  return columns.slice(0, maxColumns).flatMap((column) => {
    if (isDate(column.type)) return [dateFilter(column)];
    if (isNumber(column.type)) return [boundFilter(column, "min"), boundFilter(column, "max")];
    if (isBoolean(column.type)) return [booleanFilter(column)];
    return column.few ? [valuesFilter(column, valuesOf)] : [];
  });
}

function dateFilter(column: TableColumn): ColumnFilter {
  const { id } = column;
  return {
    id,
    column: id,
    field: dayRange({ title: humanize(id), optional: true }),
    // The field is a day range, so its value is a `DayRange`.
    where: (value) => [{ kind: "days", column, range: value as DayRange }],
  };
}

function boundFilter(column: TableColumn, bound: "min" | "max"): ColumnFilter {
  const words = bound === "min" ? "at least" : "at most";
  return {
    id: `${column.id}_${bound}`,
    column: column.id,
    bound: { column: column.id, end: bound },
    field: decimal({ title: `${humanize(column.id)}: ${words}`, optional: true }),
    where: (value) => [{ kind: "bound", column, end: bound, bound: String(value) }],
  };
}

function valuesFilter(column: TableColumn, valuesOf: ValuesOf): ColumnFilter {
  const { id } = column;
  const options = ({ signal }: { readonly signal: AbortSignal }) => valuesOf(id, signal);
  return {
    id,
    column: id,
    field: multiDropdown({ title: humanize(id), optional: true, options }),
    where: valuesWhere(column),
  };
}

/** A list, because a box that is not ticked could mean `false` or no filter. */
function booleanFilter(column: TableColumn): ColumnFilter {
  const { id } = column;
  return {
    id,
    column: id,
    field: multiDropdown({ title: humanize(id), optional: true, choices: ["true", "false"] }),
    where: valuesWhere(column),
  };
}

function valuesWhere(column: TableColumn): ColumnFilter["where"] {
  return (value) =>
    Array.isArray(value) && value.length > 0 ? [{ kind: "values", column, values: value.map(String) }] : [];
}

/** Returns the columns that contain NULL. */
export type NullsOf = (columns: readonly string[], signal: AbortSignal) => Promise<LiveOptions>;

/**
 * Creates the fields for choosing columns that must be NULL, and columns that must not.
 *
 * @param columns - Columns of the table
 * @param nullsOf - Returns the options of the first field
 * @returns The fields
 */
export function presenceFilters(columns: readonly TableColumn[], nullsOf: NullsOf): readonly ColumnFilter[] {
  const choices = columns.slice(0, maxColumns).map(({ id }) => id);
  const conditions = (value: unknown, field: string, isNull: boolean): readonly Condition[] =>
    // Both fields are lists, so their values are lists.
    (value as readonly string[]).map((name) => {
      const column = columns.find(({ id }) => id === name);
      if (column !== undefined) return { kind: "null", column, isNull };
      throw inputInvalid(
        `Could not read the rows: there is no column "${name}". Choose a column of the source.`,
        { field },
      );
    });
  return [
    {
      id: "isNull",
      field: multiDropdown({
        title: "Columns without a value",
        description: "Rows where all of them are NULL",
        optional: true,
        options: ({ signal }) => nullsOf(choices, signal),
      }),
      where: (value) => conditions(value, "isNull", true),
    },
    {
      id: "isNotNull",
      field: multiDropdown({
        title: "Columns with a value",
        description: "Rows where none of them is NULL",
        optional: true,
        choices,
      }),
      where: (value) => conditions(value, "isNotNull", false),
    },
  ];
}
