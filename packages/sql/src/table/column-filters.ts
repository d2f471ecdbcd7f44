import {
  type Choice,
  type DayRange,
  type DecimalRange,
  dayRange,
  decimal,
  decimalRange,
  type Field,
  type Fields,
  inputInvalid,
  isConnectorError,
  multiDropdown,
  type OptionsContext,
} from "@wellhead/sdk";
import type { Catalogue, Option, TableColumn, TableName } from "./catalogue.js";
import { shownMoment } from "./moment-text.js";
import type { Condition } from "./statement.js";

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
      boundedOptions(await shownValues(catalogue(context), table, column), maxValues),
  });
}

/**
 * Lists the values of a column as rows show them, one more than a list offers.
 *
 * @param catalogue - What the account may read
 * @param table - The table
 * @param column - The column
 * @returns The values
 */
export async function shownValues(
  catalogue: Catalogue,
  table: TableName,
  column: TableColumn,
): Promise<readonly string[]> {
  const values = await catalogue.values(table, column, maxValues + 1);
  return values.map((value) => shownMoment(column, value));
}

function isDate({ category }: TableColumn): boolean {
  return category === "date" || category === "timestamp" || category === "instant";
}

function isNumber({ category }: TableColumn): boolean {
  return category === "integer" || category === "number";
}

const number = decimal();
const truths: ReadonlyMap<string, string> = new Map([
  ["true", "true"],
  ["t", "true"],
  ["1", "true"],
  ["false", "false"],
  ["f", "false"],
  ["0", "false"],
]);
/** Values of a floating-point column that are not finite numbers. */
const unusual: ReadonlyMap<string, string> = new Map([
  ["nan", "NaN"],
  ["infinity", "Infinity"],
  ["inf", "Infinity"],
  ["-infinity", "-Infinity"],
  ["-inf", "-Infinity"],
]);

/**
 * Parses the values that a column is compared with, according to the kind of the column.
 *
 * @param column - The column
 * @param values - The values as sent
 * @param field - Filter field that contains them
 * @returns Numbers as plain decimal text, booleans as `true` or `false`, everything else unchanged
 * @throws ConnectorError `invalid_field` for a value that the column cannot hold
 */
export function readColumnValues(
  column: TableColumn,
  values: readonly string[],
  field: string,
): readonly string[] {
  return values.map((value) => readValue(column, value, field));
}

function readValue({ name, category }: TableColumn, value: string, field: string): string {
  if (category === "boolean") {
    const truth = truths.get(value.trim().toLowerCase());
    if (truth !== undefined) return truth;
    throw inputInvalid(`Could not compare column "${name}": expected true or false, got "${value}".`, {
      field,
    });
  }
  if (category !== "integer" && category !== "number") return value;
  const keyword = category === "number" ? unusual.get(value.trim().toLowerCase()) : undefined;
  if (keyword !== undefined) return keyword;
  try {
    return number.accept(value, {});
  } catch (error) {
    const reason = isConnectorError(error) ? error.message : "expected a number";
    throw inputInvalid(`Could not compare column "${name}": ${reason}.`, { field, cause: error });
  }
}

/** Value of the entry that says there are more. It is not the empty text, which is a valid value of a column. */
const more = "…";

/**
 * Converts the values of a column to options, up to the maximum length of a list.
 *
 * @param values - The values; one more than the maximum means that there are more
 * @param maxOptions - Maximum number of values in the list
 * @returns The options; the last one says so when there are more
 */
export function boundedOptions(values: readonly string[], maxOptions: number): readonly Option[] {
  const shown = values
    .slice(0, maxOptions)
    .map((value) => ({ title: value === "" ? "(empty)" : value, value }));
  if (values.length <= maxOptions) return shown;
  return [...shown, { title: `Only the first ${maxOptions} values are shown. Type any other`, value: more }];
}
