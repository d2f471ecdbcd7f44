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

/** Where the options of the filters come from. */
export interface ColumnFiltersOptions {
  /** The table. */
  readonly table: TableName;
  /** What the account of a request may read. */
  readonly catalogue: (context: OptionsContext) => Catalogue;
}

/** Put before the name of a column to make the id of its filter: a name alone could be one the platform uses. */
const prefix = "where.";
const mostValues = 500;

/**
 * Makes one filter for each column of a known table, of the kind that its values have: a period, a range of
 * numbers, or some of its values.
 *
 * @param columns - Columns of the table
 * @param options - Where the values come from
 * @returns Fields by id; columns that are only shown have none
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
 * Gives the conditions that a person filled in.
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
    // `dayRange` has read it: `columnFilters` made one for this column.
    if (isDate(column)) return [{ column, period: value as DayRange }];
    // `decimalRange` has read it, for the same reason.
    if (isNumber(column)) return [{ column, range: value as DecimalRange }];
    // `multiDropdown` has read it.
    const values = value as readonly string[];
    if (values.length === 0) return [];
    return [{ column, values: readColumnValues(column, values, `${prefix}${column.name}`) }];
  });
}

function filterOf(column: TableColumn, { table, catalogue }: ColumnFiltersOptions): Field | undefined {
  const members = { title: column.name, description: column.comment ?? "", optional: true } as const;
  if (isDate(column)) return dayRange(members);
  if (isNumber(column)) return decimalRange(members);
  if (column.nature === "other") return undefined;
  return multiDropdown({
    ...members,
    options: async (context): Promise<readonly Choice[]> =>
      boundedOptions(await catalogue(context).values(table, column, mostValues + 1), mostValues),
  });
}

function isDate({ nature }: TableColumn): boolean {
  return nature === "date" || nature === "timestamp" || nature === "instant";
}

function isNumber({ nature }: TableColumn): boolean {
  return nature === "integer" || nature === "number";
}
