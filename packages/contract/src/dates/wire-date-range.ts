import { Temporal } from "temporal-polyfill";
import { resolveZone } from "./calendar/date-context.js";
import type { DateRange } from "./calendar/date-range.js";

/**
 * A range as the platform sends it in a filter: ISO 8601 with milliseconds, `null` for an open end.
 *
 * @see The connector contract, "Dates in filters"
 */
export interface WireDateRange {
  readonly _min: string | null;
  readonly _max: string | null;
}

/** Options of {@link toWireDateRange}. */
export interface ToWireDateRangeOptions {
  /** The zone whose local time is written: `Z`, an offset or an IANA name. Default: UTC. */
  readonly zone?: string | undefined;
}

/**
 * Writes a range as the platform does: `2017-06-13T00:00:00.000Z` where the offset of the zone is zero at that instant;
 * otherwise the local time and the offset, which may differ between the two ends.
 *
 * Historical offsets that include seconds cannot be written, so such an instant is written in UTC.
 *
 * @param range - The range.
 * @param options - The zone.
 * @returns The range in the form of a filter value.
 * @throws RangeError when the zone is unknown.
 */
export function toWireDateRange(range: DateRange, options: ToWireDateRangeOptions = {}): WireDateRange {
  const zone = resolveZone(options.zone);
  return {
    _min: range.min === null ? null : writeInstant(range.min, zone),
    _max: range.max === null ? null : writeInstant(range.max, zone),
  };
}

const nanosecondsPerMinute = 60_000_000_000;

function writeInstant(milliseconds: number, zone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(milliseconds);
  const local = instant.toZonedDateTimeISO(zone);
  if (local.offsetNanoseconds === 0 || local.offsetNanoseconds % nanosecondsPerMinute !== 0) {
    return instant.toString({ smallestUnit: "millisecond" });
  }
  return local.toString({ smallestUnit: "millisecond", timeZoneName: "never" });
}
