import type { Field } from "../describe/application.js";
import type { JsonRecord } from "../json/lenient-json.js";

/** Options of {@link resolveDates}. */
export interface ResolveDatesOptions {
  /** The fields of the filter. */
  readonly fields: readonly Field[];
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
  /**
   * The zone that determines where days start and end: `Z`, an offset such as `+05:00`, or an IANA name. A function is
   * called only for expressions.
   */
  readonly zone: string | (() => Promise<string>);
}

/**
 * Replaces date expressions by the ranges that a platform sends.
 *
 * @param filter - Values by field id; a date is an expression such as `LAST 3 WEEKS`, or a range already
 * @param options - Fields, time and zone
 * @returns The filter to send
 * @throws DateRangeError with a sentence for the person when an expression cannot be read
 * @see The connector contract, "Dates in filters"
 */
export async function resolveDates(
  filter: JsonRecord,
  { fields, now, zone }: ResolveDatesOptions,
): Promise<JsonRecord> {
  const dates = new Set(fields.filter(({ type }) => type === "date").map(({ id }) => id));
  const typed = Object.entries(filter).filter(([id, value]) => dates.has(id) && typeof value === "string");
  if (typed.length === 0) return filter;
  // The date language includes a calendar, so it is loaded only for filters with dates.
  const { parseDateRange, toWireDateRange } = await import("@wellhead/contract/dates");
  const where = typeof zone === "string" ? zone : await zone();
  const resolved = typed.flatMap(([id, value]) => {
    const text = String(value).trim();
    return text === ""
      ? []
      : [[id, toWireDateRange(parseDateRange(text, { now, zone: where }), { zone: where })] as const];
  });
  const rest = Object.entries(filter).filter(([id]) => !typed.some(([known]) => known === id));
  return Object.fromEntries([...rest, ...resolved]);
}
