// A year may have more than four digits, and the engine marks one before the common era.
const timeForm =
  /^(\d{4,6})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?)?(Z|[+-]\d\d(?::?\d\d)?)?( \(BC\))?$/i;

/**
 * Parses the beginning of a time unit, which has no zone, as if it were in UTC. A chart in UTC then shows it as it is
 * written, wherever the browser is.
 *
 * @returns Milliseconds since 1970; `NaN` for an infinite time
 */
export function parseTime(text: string): number {
  const [, year, month, day, hour = 0, minute = 0, second = 0, fraction = "", zone = "Z", isBefore] =
    timeForm.exec(text) ?? [];
  if (year === undefined) return Number.NaN;
  const time = new Date(0);
  time.setUTCFullYear(
    isBefore === undefined ? Number(year) : 1 - Number(year),
    Number(month) - 1,
    Number(day),
  );
  time.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(3, "0")));
  return time.getTime() - offsetMs(zone);
}

/** Returns the distance of a zone such as `+05:30` from UTC. */
function offsetMs(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
