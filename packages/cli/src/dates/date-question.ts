import {
  type DateDialect,
  parseDateRange,
  toWireDateRange,
  type WireDateRange,
} from "@wellhead/contract/dates";
import { readNow } from "./read-now.js";

/** A date range expression and what it is read against. */
export interface DateQuestion {
  readonly expression: string;
  /** The present: an ISO date or instant, or milliseconds since 1970. Absent: the clock. */
  readonly now: string | number | undefined;
  /** `Z`, an offset or an IANA name. Absent: UTC. */
  readonly zone: string | undefined;
  /** Absent: `v2`. */
  readonly dialect: DateDialect | undefined;
}

/**
 * Reads a date range expression the way the platform does.
 *
 * @param question - Expression, present, zone and dialect
 * @returns The range in the form of a filter value
 * @throws DateRangeError when the expression cannot be read
 * @throws RangeError when the present or the zone cannot be read
 * @see The connector contract, "Dates in filters"
 */
export function answerDateQuestion({ expression, now, zone, dialect }: DateQuestion): WireDateRange {
  const range = parseDateRange(expression, { now: readNow(now, zone), zone, dialect });
  return toWireDateRange(range, { zone });
}

/**
 * Reads the name of a dialect.
 *
 * @param text - What was given
 * @returns The dialect, or nothing when it is none
 */
export function readDialect(text: unknown): DateDialect | undefined {
  return text === "v1" || text === "v2" ? text : undefined;
}
