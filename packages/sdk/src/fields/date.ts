import { readFilterDate } from "@wellhead/contract/dates";
import { inputInvalid } from "../errors/connector-error.js";
import type { AcceptContext, Column, ColumnMembers, Field, FieldMembers } from "./field.js";
import { showValue } from "./show-value.js";

/** Options of a date field or column. */
export type DateOptions = FieldMembers & ColumnMembers;

/**
 * Creates a field for a single date or instant (wire type `datebox`); as a column, a date.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is an instant, ISO 8601 in UTC with milliseconds; a bare date means its first instant
 * @example
 * ```ts snippet=examples/sdk/fields.ts#date
 * const since = date({ title: "Since", optional: true });
 * ```
 */
export function date(
  options: DateOptions & { readonly optional: true },
): Field<string | undefined> & Column<"date">;
export function date(options?: DateOptions): Field<string> & Column<"date">;
export function date(options: DateOptions = {}): Field<string | undefined> & Column<"date"> {
  return { ...options, type: "datebox", column: "date", accept: acceptDate };
}

function acceptDate(raw: unknown, context: AcceptContext): string {
  const instant = typeof raw === "string" ? acceptDateInterval(raw, context).min : undefined;
  if (instant === undefined)
    throw inputInvalid(`expected a single date such as 2026-01-31, got ${showValue(raw)}`);
  return instant;
}

/**
 * Reads any form in which the platform sends a date, as an interval of instants.
 *
 * @param raw - Date text, `{_min,_max}` or a date range expression
 * @param context - Time zone of values without one, and the current time
 * @returns Bounds, both inclusive; an open end is absent
 * @throws ConnectorError `invalid_field` when the value has none of these forms
 */
export function acceptDateInterval(
  raw: unknown,
  context: AcceptContext,
): { readonly min?: string; readonly max?: string } {
  try {
    return readFilterDate(raw, { zone: context.zone ?? "UTC", now: context.now ?? new Date() });
  } catch (error) {
    throw inputInvalid(error instanceof Error ? error.message : `expected a date, got ${showValue(raw)}`, {
      cause: error,
    });
  }
}
