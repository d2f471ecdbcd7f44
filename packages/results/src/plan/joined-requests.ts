import { ExactNumber, type ExactValue, type Field, type Option, parseExactJson } from "@wellhead/client";
import { ResultsError } from "../errors/results-error.js";
import type { Results } from "../store/results.js";
import type { JoinedFilters, JoinedValues } from "./join-filters.js";
import type { PlannedReading } from "./plan-readings.js";
import { type DayRange, startOfDay, widenedRange } from "./widened-range.js";

/** One request of a reading whose filters come from other tables. */
export interface JoinedRequest {
  /** The values of the joined filters. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The values that it asks for, by filter. A filter of dates is omitted, because it asks for a range. */
  readonly asked: Readonly<Record<string, readonly ExactValue[]>>;
  /** The engine's names of the types of these values, by filter. */
  readonly types: Readonly<Record<string, readonly string[]>>;
}

/** A join needs more requests than are allowed. */
export class RequestLimitError extends ResultsError {
  /** The number of requests that the join needs. */
  readonly requestCount: number;

  /**
   * Creates an error.
   *
   * @param reading - The reading
   * @param requestCount - The number of requests that it needs
   * @param maxRequests - The maximum
   */
  constructor({ connection, source, joined }: PlannedReading, requestCount: number, maxRequests: number) {
    const filters = (joined?.fields ?? []).map(({ id }) => `"${id}"`).join(", ");
    super(
      "limit",
      `Could not read ${connection.name}."${source.id}": the join needs ${requestCount.toLocaleString("en-US")} requests to fill its filter ${filters}, more than the maximum of ${maxRequests.toLocaleString("en-US")}. Narrow the statement, or raise the maximum.`,
    );
    this.requestCount = requestCount;
  }
}

/** Maximum number of values per request. */
const maxValues = 100;
const multiple: ReadonlySet<string> = new Set(["multilist", "multidropdown"]);
const texts: ReadonlySet<string> = new Set(["id", "text", "url", "password", "highlightText"]);

/**
 * Computes the requests of a reading whose filters come from tables that were read before.
 *
 * @param reading - The reading
 * @param options - The tables, and the maximum number of requests
 * @returns The requests, none when there are no values
 * @throws RequestLimitError when there are too many; ResultsError when the values cannot be computed
 */
export async function joinedRequests(
  reading: PlannedReading,
  {
    results,
    maxRequests,
    options,
  }: {
    readonly results: Results;
    readonly maxRequests: number;
    /** Requests the options of a filter. */
    readonly options: (field: Field) => Promise<readonly Option[]>;
  },
): Promise<readonly JoinedRequest[]> {
  const { joined } = reading;
  if (joined === undefined) return [];
  const { combinations, types } = await combinationsOf(joined, results);
  if (combinations.length === 0) return [];
  const { fields } = joined;
  const isRange = fields.map(({ type }) => type === "date");
  const distinct = distinctBy(combinations, (values) => keyOf(values.filter((_, index) => !isRange[index])));
  const size = valuesOfRequest(reading, fields);
  const count = Math.ceil(distinct.length / size);
  if (count > maxRequests) throw new RequestLimitError(reading, count, maxRequests);
  const converters = await Promise.all(
    fields.map(async (field) => {
      const type = reading.declared.find(({ id }) => id.toLowerCase() === field.id.toLowerCase())?.type ?? "";
      return converter(field, type, await options(field));
    }),
  );
  const ranges = fields.map((_, position) =>
    isRange[position] ? rangeOf(combinations.map((values) => values[position] ?? "")) : undefined,
  );
  return Array.from({ length: count }, (_, index) => {
    const part = distinct.slice(index * size, (index + 1) * size);
    const asked = fields.flatMap(({ id }, position): readonly (readonly [string, readonly ExactValue[]])[] =>
      isRange[position] ? [] : [[id, part.map((values) => values[position] ?? null)]],
    );
    const filter = fields.map(({ id, type }, position): readonly [string, unknown] => {
      const values = part.map((one) => converters[position]?.(one[position] ?? null));
      if (isRange[position]) return [id, ranges[position]];
      return [id, multiple.has(type) ? values : values[0]];
    });
    return { filter: Object.fromEntries(filter), asked: Object.fromEntries(asked), types };
  });
}

/**
 * Returns the maximum number of values of one request. Without the filter's column, rows can be distinguished only if
 * each request asks for a single value.
 *
 * @param reading - The reading
 * @param fields - Its filters that get values
 * @returns The number
 */
export function valuesOfRequest(reading: PlannedReading, fields: readonly Field[]): number {
  const { declared, isComplete } = reading;
  const [field] = fields;
  if (fields.length !== 1 || field === undefined || !multiple.has(field.type)) return 1;
  const hasColumn = declared.some(({ id }) => id.toLowerCase() === field.id.toLowerCase());
  return hasColumn || !isComplete ? maxValues : 1;
}

/**
 * Returns the distinct combinations of values, one value for each filter. Nulls are omitted, because nothing equals
 * them.
 */
async function combinationsOf(
  { fields, uses }: JoinedFilters,
  results: Results,
): Promise<{
  readonly combinations: readonly (readonly ExactValue[])[];
  readonly types: Readonly<Record<string, readonly string[]>>;
}> {
  const all: (readonly ExactValue[])[] = [];
  const types = new Map<string, Set<string>>(fields.map(({ id }) => [id, new Set()]));
  for (const groups of uses) {
    let combined: Readonly<Record<string, ExactValue>>[] = [{}];
    for (const group of groups) {
      const rows = await valuesOf(group, results, types);
      combined = combined.flatMap((before) => rows.map((row) => ({ ...before, ...row })));
    }
    for (const combination of combined) all.push(fields.map(({ id }) => combination[id] ?? null));
  }
  return {
    combinations: distinctBy(all, keyOf),
    types: Object.fromEntries(Array.from(types, ([id, names]) => [id, [...names]])),
  };
}

async function valuesOf(
  { fields, alternatives, ...source }: JoinedValues,
  results: Results,
  types: ReadonlyMap<string, Set<string>>,
): Promise<readonly Readonly<Record<string, ExactValue>>[]> {
  const found: Readonly<Record<string, ExactValue>>[] = [];
  for (const expressions of alternatives) {
    const computed = await results.values({ expressions, ...source });
    for (const [index, { id }] of fields.entries()) types.get(id)?.add(computed.types[index] ?? "");
    for (const values of computed.values) {
      if (values.includes(null)) continue;
      found.push(Object.fromEntries(fields.map(({ id }, index) => [id, values[index] ?? null])));
    }
  }
  return found;
}

function distinctBy<Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] {
  const byKey = new Map<string, Item>();
  for (const item of items) if (!byKey.has(key(item))) byKey.set(key(item), item);
  return [...byKey.values()];
}

function keyOf(values: readonly ExactValue[]): string {
  return JSON.stringify(values.map(textOf));
}

/**
 * Returns a value as text.
 *
 * @param value - The value
 * @returns The text; that of a number is without the zeros that its type adds at the end
 */
export function textOf(value: ExactValue): string {
  if (typeof value === "string") return value;
  if (typeof value !== "number" && !(value instanceof ExactNumber)) return JSON.stringify(value);
  return String(value).replace(/^(-?\d+)\.0+$|(\.\d*?)0+$/, "$1$2");
}

/** Returns a function that converts values to the form that a filter of a type accepts. */
function converter(
  { id, type }: Field,
  columnType: string,
  options: readonly Option[],
): (value: ExactValue) => unknown {
  const isText = texts.has(type) || (type !== "number" && type !== "bool" && texts.has(columnType));
  const isNumber = type === "number" || (!isText && columnType === "number");
  return (value) => {
    if (typeof value === "object" && value !== null && !(value instanceof ExactNumber))
      throw new ResultsError(
        "statement",
        "Could not fill a required filter: expected texts or numbers, got lists or objects. Compare it with a member of them.",
      );
    const text = textOf(value);
    // Rows may contain the value of an option or its title.
    const [option, ...others] = options.filter((one) => String(one.value) === text || one.title === text);
    if (others.length > 0)
      throw new ResultsError(
        "statement",
        `Could not fill the filter "${id}": it has several options called "${text}". Give it a value instead.`,
      );
    if (option !== undefined) return option.value;
    if (isNumber && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return parseExactJson(text);
    if (type === "bool") return text === "true";
    return isText ? text : value;
  };
}

/** Returns the range from the first to the last day, widened. */
function rangeOf(values: readonly ExactValue[]): DayRange {
  const times = values.map((value) => startOfDay(textOf(value)));
  const sorted = times.filter((time) => time !== undefined).toSorted((first, second) => first - second);
  // Without one of the days, the rows of that day would be missing.
  if (sorted.length < times.length)
    throw new ResultsError(
      "statement",
      "Could not fill a required filter of dates: expected dates such as 2026-01-31. Cast the values to dates.",
    );
  return widenedRange(sorted[0], sorted.at(-1));
}
