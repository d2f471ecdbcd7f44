import {
  type DateDialect,
  parseDateRange,
  toWireDateRange,
  type WireDateRange,
} from "@wellhead/contract/dates";
import { readNow } from "./read-now.js";

/** A date range expression and the settings for evaluating it. */
export interface DateQuestion {
  readonly expression: string;
  /** The current time: an ISO date or date-time, or milliseconds since 1970. When omitted, the clock is used. */
  readonly now: string | number | undefined;
  /** `Z`, an offset or an IANA name. Default: UTC. */
  readonly zone: string | undefined;
  /** Default: `v2`. */
  readonly dialect: DateDialect | undefined;
}

/**
 * Evaluates a date range expression as the platform does.
 *
 * @param question - Expression, current time, zone and dialect
 * @returns The range, formatted as a filter value
 * @throws DateRangeError when the expression cannot be read
 * @throws RangeError when the current time or the zone is invalid
 * @see The connector contract, "Dates in filters"
 */
export function answerDateQuestion({ expression, now, zone, dialect }: DateQuestion): WireDateRange {
  const range = parseDateRange(expression, { now: readNow(now, zone), zone, dialect });
  return toWireDateRange(range, { zone });
}

/**
 * Parses the name of a dialect.
 *
 * @param text - The name
 * @returns The dialect, or `undefined` when the name is unknown
 */
export function readDialect(text: unknown): DateDialect | undefined {
  return text === "v1" || text === "v2" ? text : undefined;
}
