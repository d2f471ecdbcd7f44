import type { Column, Field, Option, Source } from "@wellhead/client";
import type { Condition } from "@wellhead/results";

/** A filter that the statement itself asks for. */
export interface PushedFilter {
  /** Id of the filter field. */
  readonly field: string;
  readonly value: unknown;
  /** What of the statement it comes from. */
  readonly reason: string;
}

/** What {@link pushFilters} compares. */
export interface PushFiltersOptions {
  readonly source: Source;
  readonly declared: readonly Column[];
  /** Columns that the statement needs, in lower case; `undefined` means all. */
  readonly columns: ReadonlySet<string> | undefined;
  readonly conditions: readonly Condition[];
  /** Filters that the person gave; they are left alone. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Asks the connector for the options of a field. */
  readonly options: (field: string) => Promise<readonly Option[]>;
}

const dayMs = 86_400_000;
const multiple: ReadonlySet<string> = new Set(["multilist", "multidropdown"]);

/**
 * Finds filters of a source that leave out only rows or columns that do not matter to the statement, which is applied to the
 * rows again in any case. The contract does not define which column a filter is about, so a filter is used only when it
 * has the id of a column, and
 *
 * - it is a choice, and every compared text is one of its options, under that text as its title; or
 * - it is a range of dates on a column of dates; it is widened by two days, whatever the zone and the ends mean.
 *
 * A choice named `columns` whose options are the columns of the source chooses columns.
 *
 * @param options - The source, and what the statement needs of it
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
  const own = conditions.filter((condition) => condition.column === field.id.toLowerCase());
  if (column === undefined || own.length === 0) return undefined;
  if (field.type === "date") return column.type === "date" ? pushDates(field, own) : undefined;
  const values = own.find((condition) => condition.values !== undefined)?.values;
  const isChoice = field.type === "list" || multiple.has(field.type);
  if (!isChoice || values === undefined || (values.length > 1 && !multiple.has(field.type))) return undefined;
  const known = await optionsOf(field, options);
  const isKnown = values.every((value) =>
    known.some((option) => option.title === value && option.value === value),
  );
  if (!isKnown) return undefined;
  return {
    field: field.id,
    value: multiple.has(field.type) ? [...new Set(values)] : values[0],
    reason: "WHERE",
  };
}

function pushDates(field: Field, conditions: readonly Condition[]): PushedFilter | undefined {
  const min = conditions
    .map((condition) => timeOf(condition.min ?? onlyValue(condition)))
    .find((time) => time !== undefined);
  const max = conditions
    .map((condition) => timeOf(condition.max ?? onlyValue(condition)))
    .find((time) => time !== undefined);
  if (min === undefined && max === undefined) return undefined;
  return {
    field: field.id,
    value: {
      ...(min !== undefined && { _min: dayOf(min - 2 * dayMs) }),
      ...(max !== undefined && { _max: dayOf(max + 2 * dayMs) }),
    },
    reason: "WHERE, widened by two days",
  };
}

function onlyValue({ values }: Condition): string | undefined {
  return values?.length === 1 ? values[0] : undefined;
}

/** Milliseconds of the day that an ISO text starts with. */
function timeOf(text: string | undefined): number | undefined {
  const day = /^[1-9]\d{3}-\d{2}-\d{2}(?=$|[T ])/.exec(text ?? "")?.[0];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : time;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

async function pushColumns(
  field: Field,
  { declared, columns, options }: PushFiltersOptions,
): Promise<PushedFilter | undefined> {
  if (columns === undefined || !multiple.has(field.type) || declared.length === 0) return undefined;
  const ids = new Set(declared.map(({ id }) => id));
  const needed = declared.map(({ id }) => id).filter((id) => columns.has(id.toLowerCase()));
  // A name that is not declared may be a column that the choice would leave out.
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
  // Without its options a filter is not used; the rows themselves will report what is wrong.
  return ask(field.id).catch(() => []);
}
