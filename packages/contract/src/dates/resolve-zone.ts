import { Temporal } from "temporal-polyfill";

const offsetPattern = /^[+-]\d{2}(?::?\d{2})?$/;
const namePattern = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/**
 * Checks a time zone and gives the spelling the calendar code works with.
 *
 * @param zone - `Z`, a fixed offset (`+05:00`, `-0330`, `+05`) or an IANA name in any case; UTC when omitted.
 * @returns A zone that `Temporal` accepts.
 * @throws RangeError when it is none of these.
 */
export function resolveZone(zone = "UTC"): string {
  if (zone === "Z" || zone === "z") {
    return "UTC";
  }
  // Temporal would also take a whole date-time here and use its zone, which can only be a caller's slip.
  if (!offsetPattern.test(zone) && !namePattern.test(zone)) {
    throw unknownZone(zone);
  }
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;
  } catch (error) {
    throw unknownZone(zone, error);
  }
}

function unknownZone(zone: string, cause?: unknown): RangeError {
  return new RangeError(
    `Cannot use the time zone ${JSON.stringify(zone.slice(0, 64))}: it is neither "Z", an offset such as "+05:00" nor an IANA name such as "Europe/Paris"`,
    { cause },
  );
}
