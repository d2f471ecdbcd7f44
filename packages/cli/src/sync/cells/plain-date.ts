/** A date in normalized form. */
export interface PlainDate {
  /** `2026-11-22`, or `2026-11-22T18:16:00.000Z` with 3 or 6 digits of a second. */
  readonly text: string;
  /** Whether it is a day without a time. */
  readonly isDay: boolean;
  /** Whether it is a date and time without a zone. Default: `false`. */
  readonly isLocal?: boolean;
}

const dateFormat =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[Tt ](?<time>\d\d:\d\d(?::\d\d)?)(?:[.,](?<fraction>\d+))? ?(?<zone>[Zz]|[+-]\d\d(?::?\d\d)?))?$/;

/** What most connectors send is in normalized form already. Every month has these days. */
const normalDay = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;
const normalInstant =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/**
 * Normalizes a day or an instant, so that equal instants are equal texts.
 *
 * @param value - ISO 8601 text
 * @returns The date; `undefined` for everything else: a time without a zone, a day that does not exist, more than six
 *   digits of a second
 */
export function plainDate(value: string): PlainDate | undefined {
  if (normalInstant.test(value)) return { text: value, isDay: false };
  if (normalDay.test(value)) return { text: value, isDay: true };
  const { day = "", time, fraction = "", zone = "" } = dateFormat.exec(value)?.groups ?? {};
  const start = Date.parse(`${day}T00:00:00Z`);
  // JavaScript's parser converts 30 February to 2 March.
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day || day < "0001")
    return undefined;
  if (time === undefined) return { text: day, isDay: true };
  const digits = fraction.replace(/0+$/, "");
  const clock = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  if (Number.isNaN(clock) || digits.length > 6 || (time.startsWith("24") && digits !== "")) return undefined;
  const instant = new Date(clock - offsetMinutes(zone) * 60_000).toISOString();
  if (!/^\d{4}-/.test(instant) || instant < "0001") return undefined;
  const decimals = digits.padEnd(digits.length > 3 ? 6 : 3, "0");
  return { text: `${instant.slice(0, 19)}.${decimals}Z`, isDay: false };
}

const storedFormat =
  /^(?!0000)\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?<zone>Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads a date of a source, of a form that every target reads as the same day or time.
 *
 * @param value - A text of the source
 * @returns The date in normalized form; `undefined` for a text that is none, or that a target would read as another
 */
export function storableDate(value: string): PlainDate | undefined {
  const match = storedFormat.exec(value);
  if (match === null) return undefined;
  if (value.length === dayLength || match.groups?.["zone"] !== undefined) return plainDate(value);
  const local = plainDate(`${value}Z`);
  return local && { text: local.text.slice(0, -1), isDay: false, isLocal: true };
}

const dayLength = 10;

function offsetMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith("-") ? -minutes : minutes;
}
