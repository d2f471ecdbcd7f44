import { upstreamInvalid } from "@wellhead/sdk";

const moment = /^(?<day>[+-]?\d{4,}-\d\d-\d\d) (?<time>\d\d:\d\d:\d\d)(?:\.(?<fraction>\d+))? (?<zone>\S+)$/;
const offset = /^([+-])(\d\d):?(\d\d)$/;
const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 600;

/**
 * Converts a moment to UTC.
 *
 * The text of the server has the time in a zone, which is ambiguous in the hour that a change of clocks repeats: the
 * first of the two moments is meant then.
 *
 * @param text - The moment as the server writes it, such as `2024-03-10 08:30:00.000 Europe/Paris`
 * @returns ISO 8601 in UTC with all the digits of the seconds
 * @throws ConnectorError `upstream_invalid` when the zone is unknown
 */
export function instantOf(text: string): string {
  const { day = "", time = "", fraction, zone = "" } = moment.exec(text)?.groups ?? {};
  const digits = fraction === undefined ? "" : `.${fraction}`;
  if (zone === "UTC" || zone === "Z") return `${day}T${time}${digits}Z`;
  const local = Date.parse(`${expandedYear(day)}T${time}Z`);
  if (Number.isNaN(local)) throw unreadable(text);
  const utc = local - offsetAt(local, zone);
  return `${new Date(utc).toISOString().slice(0, -5)}${digits}Z`;
}

/** JavaScript parses years after 9999 only with a sign and six digits. */
function expandedYear(day: string): string {
  return day.replace(
    /^([+-]?)(\d{5,})/,
    (_, sign: string, year: string) => `${sign || "+"}${year.padStart(6, "0")}`,
  );
}

/** Returns the offset of a zone from UTC in milliseconds, at a local time. */
function offsetAt(local: number, zone: string): number {
  const [, sign, hours, minutes] = offset.exec(zone) ?? [];
  if (sign !== undefined) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const format = formatOf(zone);
  // Of the offsets a day before and after, the one that maps the local time to itself is right. The earlier one comes
  // first, which also decides about a local time that does not exist.
  const before = shownAt(local - 86_400_000, format);
  if (shownAt(local - before, format) === before) return before;
  const after = shownAt(local + 86_400_000, format);
  return shownAt(local - after, format) === after ? after : before;
}

/** Returns the offset that a zone has at a moment. */
function shownAt(time: number, format: Intl.DateTimeFormat): number {
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.floor(time / 1000) * 1000;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  if (formats.size >= maxFormats) formats.clear();
  try {
    const made = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, made);
    return made;
  } catch (error) {
    throw unreadable(zone, error);
  }
}

function unreadable(text: string, cause?: unknown): Error {
  return upstreamInvalid(
    `Could not read a moment of the server: "${text.slice(0, 80)}" has no known time zone. Convert the column with AT TIME ZONE 'UTC'.`,
    { cause },
  );
}
