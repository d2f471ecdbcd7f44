import {
  type Choice,
  type DayRange,
  type DecimalRange,
  dayRange,
  decimalRange,
  type Field,
  type Fields,
  multiDropdown,
  type OptionsContext,
} from "@wellhead/sdk";
import { boundedOptions } from "./bounded-options.js";
import type { Catalogue, TableColumn, TableName } from "./catalogue.js";
import { readColumnValues } from "./column-values.js";
import type { Condition } from "./condition.js";

/** The source of the filters' options. */
export interface ColumnFiltersOptions {
  /** The table. */
  readonly table: TableName;
  /** What the account of a request may read. */
  readonly catalogue: (context: OptionsContext) => Catalogue;
}

/** Prefix of the filter id of a column. Without it, a column name could collide with an id of the platform. */
const prefix = "where.";
const maxValues = 500;

/**
 * Creates one filter for each column of a known table, according to the kind of its values: a period, a range of
 * numbers, or a choice of values.
 *
 * @param columns - Columns of the table
 * @param options - The source of the values
 * @returns Fields by id. Columns that cannot be filtered have none.
 */
export function columnFilters(columns: readonly TableColumn[], options: ColumnFiltersOptions): Fields {
  return Object.fromEntries(
    columns.flatMap((column): readonly (readonly [string, Field])[] => {
      const field = filterOf(column, options);
      return field === undefined ? [] : [[`${prefix}${column.name}`, field]];
    }),
  );
}

/**
 * Returns the conditions that a person entered.
 *
 * @param columns - Columns of the table
 * @param filter - Values of the filters
 * @returns One condition per filter that has a value
 */
export function conditionsOfFilters(
  columns: readonly TableColumn[],
  filter: Readonly<Record<string, unknown>>,
): readonly Condition[] {
  return columns.flatMap((column): readonly Condition[] => {
    const value = filter[`${prefix}${column.name}`];
    if (value === undefined) return [];
    // The cast is safe: `columnFilters` made a `dayRange` for this column, which has parsed the value.
    if (isDate(column)) return [{ column, period: value as DayRange }];
    // The cast is safe: `decimalRange` has parsed it, for the same reason.
    if (isNumber(column)) return [{ column, range: value as DecimalRange }];
    // The cast is safe: `multiDropdown` has parsed it.
    const values = value as readonly string[];
    if (values.length === 0) return [];
    return [{ column, values: readColumnValues(column, values, `${prefix}${column.name}`) }];
  });
}

function filterOf(column: TableColumn, { table, catalogue }: ColumnFiltersOptions): Field | undefined {
  const members = { title: column.name, description: column.comment ?? "", optional: true } as const;
  if (isDate(column)) return dayRange(members);
  if (isNumber(column)) return decimalRange(members);
  if (column.category === "other") return undefined;
  return multiDropdown({
    ...members,
    options: async (context): Promise<readonly Choice[]> =>
      boundedOptions(await catalogue(context).values(table, column, maxValues + 1), maxValues),
  });
}

function isDate({ category }: TableColumn): boolean {
  return category === "date" || category === "timestamp" || category === "instant";
}

function isNumber({ category }: TableColumn): boolean {
  return category === "integer" || category === "number";
}
