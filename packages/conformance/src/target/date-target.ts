import { notApplicable } from "../expect/finding.js";
import { isObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { accountOf } from "./account.js";
import { applicationOf } from "./application.js";
import { type DataTarget, filterField, rowsOf } from "./data-target.js";
import type { DeclaredField } from "./declared.js";

/** A source with a date filter. */
export type DateTarget = DataTarget & { readonly field: DeclaredField };

/** A source whose date filter is known to apply to one of its columns. */
export interface TimedTarget extends DateTarget {
  /** Every row without the date filter. */
  readonly rows: readonly unknown[];
  /** UTC offset of the account's zone in milliseconds. */
  readonly offset: number;
  /** A day, in the account's zone, that has rows at several times. */
  readonly day: string;
  /** The instant of one row of that day, not at midnight. */
  readonly instant: string;
  /** Returns the instant that the filter applies to. */
  readonly instantOf: (row: unknown) => number | undefined;
}

/**
 * Finds a date filter.
 *
 * @param context - Context of the check
 * @returns The source and the field
 * @throws Finding when no source has one
 */
export function dateTarget(context: CheckContext): Promise<DateTarget> {
  return filterField(context, "date filter", ({ type }) => type === "date");
}

/**
 * Finds a date filter and the column it applies to: the one with the same id, otherwise the only date column.
 *
 * @param context - Context of the check
 * @returns The source, the field, and a day to filter by
 * @throws Finding when the column cannot be determined, or no row has a time other than midnight
 */
export async function timedTarget(context: CheckContext): Promise<TimedTarget> {
  const target = await dateTarget(context);
  const column = columnOf(target);
  const { rows, closed } = await rowsOf(context, target);
  if (!closed) notApplicable("small source", "The source has too many rows to compare");
  const instantOf = (row: unknown): number | undefined => {
    const value = isObject(row) ? row[column] : undefined;
    const instant =
      typeof value === "string" && /(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(instant) ? undefined : instant;
  };
  const timed = rows.map(instantOf).find((instant) => instant !== undefined && instant % 86_400_000 !== 0);
  if (timed === undefined)
    notApplicable("date column with times", `No row has a time with a zone in "${column}"`);
  const offset = await zoneOffset(context);
  const day = new Date(timed + offset).toISOString().slice(0, 10);
  return { ...target, rows, offset, day, instant: new Date(timed).toISOString(), instantOf };
}

/** Days are interpreted in the account's zone when the connector declares that it has one. */
async function zoneOffset(context: CheckContext): Promise<number> {
  const { features } = await applicationOf(context);
  if (!isObject(features) || features["timezone"] !== true) return 0;
  const { text } = await context.post("/timezone", { account: (await accountOf(context)).flat });
  const [, sign, hours, minutes] = /"([+-])(\d\d):(\d\d)"/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

function columnOf({ source, field }: DateTarget): string {
  const dates = [...(source.columns ?? [])].filter(([, type]) => type === "date").map(([id]) => id);
  if (dates.includes(field.id)) return field.id;
  const [only, ...others] = dates;
  if (only !== undefined && others.length === 0) return only;
  return notApplicable(
    "date column of the filter",
    `Filter "${field.id}" does not name which of its ${dates.length} date columns it compares`,
  );
}
