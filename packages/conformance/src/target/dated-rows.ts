import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { type Baseline, baselines, tableOf } from "./baseline.js";
import type { DeclaredField } from "./declared.js";

/** A date filter, and the column that it filters by. */
export interface DatedRows extends Baseline {
  readonly field: DeclaredField;
  /** Column that the filter is known to apply to; `undefined` when it cannot be determined. */
  readonly column: string | undefined;
  /** Distinct instants of the rows in that column, in ascending order. */
  readonly instants: readonly number[];
  /** Whether the values of the column have a time. */
  readonly timed: boolean;
}

const dayMs = 86_400_000;

/**
 * Lists the date filters of every source that has rows.
 *
 * @param context - Context of the check
 * @returns The filters
 * @throws Finding when no source has rows
 */
export function datedRowsOf(context: CheckContext): Promise<readonly DatedRows[]> {
  return context.once(findDatedRows);
}

async function findDatedRows(context: CheckContext): Promise<readonly DatedRows[]> {
  const found: DatedRows[] = [];
  for (const baseline of await baselines(context)) {
    for (const field of baseline.target.source.filter.filter(({ type }) => type === "date").slice(0, 3)) {
      found.push(await readDates(context, baseline, field));
    }
  }
  return found;
}

async function readDates(
  context: CheckContext,
  baseline: Baseline,
  field: DeclaredField,
): Promise<DatedRows> {
  const column = await columnOf(context, baseline, field);
  const texts = column === undefined ? [] : baseline.rows.map((row) => row[column]);
  const instants = texts.flatMap((value) => instantOf(value) ?? []);
  const timed = instants.some((instant) => instant % dayMs !== 0);
  return { ...baseline, field, column, timed, instants: [...new Set(instants)].toSorted((a, b) => a - b) };
}

/** Returns the column with the same id, otherwise the one whose rows a date range selects. */
async function columnOf(
  context: CheckContext,
  { rows, target }: Baseline,
  field: DeclaredField,
): Promise<string | undefined> {
  const names = Object.keys(rows[0] ?? {}).filter((name) => {
    const values = rows
      .map((row) => row[name])
      .filter((value) => value !== null && value !== "" && value !== undefined);
    return (
      values.length > 1 &&
      values.every((value) => typeof value === "string" && instantOf(value) !== undefined)
    );
  });
  if (names.includes(field.id)) return field.id;
  const found: string[] = [];
  for (const name of names) {
    const instants = rows.flatMap((row) => instantOf(row[name]) ?? []).toSorted((a, b) => a - b);
    const middle = instants[Math.floor(instants.length / 2)] ?? 0;
    const since = await tableOf(context, target, { [field.id]: { _min: isoOf(middle) } });
    const isChosen = (row: JsonObject): boolean => (instantOf(row[name]) ?? 0) >= middle;
    const right = rows.filter(isChosen).length;
    if (right < rows.length && since?.rows.length === right && since.rows.every(isChosen)) found.push(name);
  }
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Parses the instant of a cell. A time without a zone is in UTC.
 *
 * @param value - Value of a column
 * @returns Milliseconds since 1970, or `undefined` when it is not an ISO date
 */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/.test(value)) return undefined;
  const zoned =
    value.length === 10 || /(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value.replace(" ", "T")}Z`;
  const instant = Date.parse(zoned);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * Formats an instant as the second generation does.
 *
 * @param instant - Milliseconds since 1970
 * @returns ISO 8601 in UTC with milliseconds
 */
export function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}
