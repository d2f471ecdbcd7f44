import { Temporal } from "temporal-polyfill";

const offsetPattern = /^[+-]\d{2}(?::?\d{2})?$/;
const namePattern = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/**
 * Validates a time zone and returns the spelling that `Temporal` expects.
 *
 * @param zone - `Z`, a fixed offset (`+05:00`, `-0330`, `+05`) or an IANA name in any case; UTC when omitted.
 * @returns A zone that `Temporal` accepts.
 * @throws RangeError when the text is none of these.
 */
export function resolveZone(zone = "UTC"): string {
  if (zone === "Z" || zone === "z") {
    return "UTC";
  }
  // Temporal also accepts a whole date-time here and uses its zone. That can only be a mistake of the caller.
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
    `Could not use the time zone ${JSON.stringify(zone.slice(0, 64))}: expected "Z", an offset such as "+05:00" or an IANA name such as "Europe/Paris".`,
    { cause },
  );
}
