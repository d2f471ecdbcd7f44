import type { Column, Field, Option, Source } from "@wellhead/client";
import { nameKeys } from "../load/table-keys.js";
import type { Condition } from "../statement/find-conditions.js";
import { fixedType } from "../types/fixed-type.js";
import { startOfDay, widenedRange } from "./widened-range.js";

/** A filter derived from the statement. */
export interface PushedFilter {
  /** Id of the filter field. */
  readonly field: string;
  readonly value: unknown;
  /** The part of the statement that it is derived from. */
  readonly reason: string;
}

/** Options of {@link pushFilters}. */
export interface PushFiltersOptions {
  readonly source: Source;
  readonly declared: readonly Column[];
  /** Columns that the statement needs, in lower case; `undefined` means all. */
  readonly columns: ReadonlySet<string> | undefined;
  /** Conditions on its rows; none when the types of its columns may depend on which rows are read. */
  readonly conditions: readonly Condition[];
  /** Filters given by the user; they are not changed. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Requests the options of a field from the connector. */
  readonly options: (field: string) => Promise<readonly Option[]>;
}

const multiple: ReadonlySet<string> = new Set(["multilist", "multidropdown"]);

/**
 * Finds filters of a source that exclude only rows or columns the statement does not need. The statement is always
 * applied to the returned rows again. The contract does not define which column a filter applies to, so a filter is
 * used only when its id is that of a column, and
 *
 * - it is a choice on a column of texts, and every compared text is one of its options, with that text as the title of this option alone; or
 * - it is a date range on a date column; the range is widened by two days, to cover any zone and any meaning of its
 * ends.
 *
 * A choice named `columns` whose options are the columns of the source selects columns.
 *
 * @param options - The source, and what the statement needs from it
 * @returns The filters
 */
export async function pushFilters(options: PushFiltersOptions): Promise<readonly PushedFilter[]> {
  const { source, given } = options;
  const fields = source.filter.filter(
    ({ id, dependsOn }) => given[id] === undefined && dependsOn.length === 0,
  );
  const pushed = await Promise.all(
    fields.map((field) => (field.id === "columns" ? pushColumns(field, options) : pushField(field, options))),
  );
  return pushed.filter((filter) => filter !== undefined);
}

async function pushField(
  field: Field,
  { declared, conditions, options }: PushFiltersOptions,
): Promise<PushedFilter | undefined> {
  const column = declared.find(({ id }) => id === field.id);
  // A column whose name differs from that of another one only in case has a different name in SQL.
  const name = nameKeys(declared.map(({ id }) => id)).find(({ key }) => key === field.id)?.name;
  const own = conditions.filter((condition) => condition.column === name?.toLowerCase());
  if (column === undefined || own.length === 0) return undefined;
  if (field.type === "date") return column.type === "date" ? pushDates(field, own) : undefined;
  const values = own.find((condition) => condition.values !== undefined)?.values;
  const isChoice = field.type === "list" || multiple.has(field.type);
  // SQL compares other types than texts by their values, and a connector may not.
  const isText = fixedType(column.type) === "VARCHAR";
  if (!isText || !isChoice || values === undefined || (values.length > 1 && !multiple.has(field.type)))
    return undefined;
  const known = await optionsOf(field, options);
  const isKnown = values.every((text) => {
    // Ids may be numbers, which SQL compares with texts such as "007" by their values.
    if (column.type === "id" && Number.isFinite(Number(text))) return false;
    // Rows of another option with the same title show the same text.
    const [option, ...others] = known.filter(({ title }) => title === text);
    return option?.value === text && others.length === 0;
  });
  if (!isKnown) return undefined;
  return {
    field: field.id,
    value: multiple.has(field.type) ? [...new Set(values)] : values[0],
    reason: "WHERE",
  };
}

function pushDates(field: Field, conditions: readonly Condition[]): PushedFilter | undefined {
  const [min] = conditions
    .map((condition) => startOfDay(condition.min ?? onlyValue(condition)))
    .filter((time) => time !== undefined);
  const [max] = conditions
    .map((condition) => startOfDay(condition.max ?? onlyValue(condition)))
    .filter((time) => time !== undefined);
  const value = widenedRange(min, max);
  if (Object.keys(value).length === 0) return undefined;
  return { field: field.id, value, reason: "WHERE, widened by two days" };
}

function onlyValue({ values }: Condition): string | undefined {
  return values?.length === 1 ? values[0] : undefined;
}

async function pushColumns(
  field: Field,
  { declared, columns, options }: PushFiltersOptions,
): Promise<PushedFilter | undefined> {
  if (columns === undefined || !multiple.has(field.type) || declared.length === 0) return undefined;
  const ids = new Set(declared.map(({ id }) => id));
  const needed = declared.map(({ id }) => id).filter((id) => columns.has(id.toLowerCase()));
  // An undeclared name may be a column that the choice would exclude.
  if (needed.length === 0 || needed.length === declared.length || needed.length < columns.size)
    return undefined;
  const known = await optionsOf(field, options);
  const offered = new Set(known.map(({ value }) => value));
  const areColumns =
    known.length > 0 && known.every(({ value }) => typeof value === "string" && ids.has(value));
  if (!areColumns || !needed.every((id) => offered.has(id))) return undefined;
  return { field: field.id, value: needed, reason: "the columns that the query names" };
}

async function optionsOf(field: Field, ask: PushFiltersOptions["options"]): Promise<readonly Option[]> {
  if (field.options.length > 0 || !field.hasDatalist) return field.options;
  // Without its options, a filter is not used. The request for rows will report the problem.
  return ask(field.id).catch(() => []);
}
