/** Number of digits after the second of the values of a column, or that they are days. */
export type MomentDigits = number | "day";

/** A period as in the body of a request, and the values that it includes, in nanoseconds since 1970. */
export interface PeriodCase {
  readonly body: unknown;
  readonly first: bigint;
  readonly last: bigint;
  /** Whether its ends are whole days, so that it can be asked of a column of days. */
  readonly isOfDays: boolean;
}

const nanosecondsPerSecond = 10n ** 9n;
const nanosecondsPerDay = 86_400n * nanosecondsPerSecond;
const nanosecondsPerMillisecond = 10n ** 6n;

/** Midnights at which days, months and years begin, also those before 1970 and of leap years. */
const midnights = [
  "1969-12-31",
  "1970-01-01",
  "2000-02-29",
  "2000-03-01",
  "2023-12-31",
  "2024-01-01",
  "2024-02-29",
  "2024-03-01",
  "2024-12-31",
  "2025-01-01",
];
/** A moment with all digits, within the day of a month that has an end of its own. */
const noon = "2024-02-29T12:00:00.123456789Z";

/**
 * Reads a moment with up to nine digits after the second.
 *
 * @param text - Such as `2024-02-29T12:00:00.123456Z` or `2024-02-29`
 * @returns Nanoseconds since 1970
 */
export function nanosecondsOf(text: string): bigint {
  const [, day = "", clock = "00:00:00", fraction = "", zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const milliseconds = Date.parse(`${day}T${clock}${zone}`);
  if (Number.isNaN(milliseconds)) throw new TypeError(`expected a moment, got ${text}`);
  return BigInt(milliseconds) * nanosecondsPerMillisecond + BigInt(fraction.padEnd(9, "0"));
}

/**
 * Writes a moment in UTC.
 *
 * @param nanoseconds - Since 1970
 * @param digits - Number of digits after the second
 * @returns Such as `2024-02-29 12:00:00.123456`, or `2024-02-29`
 */
export function momentText(nanoseconds: bigint, digits: MomentDigits): string {
  const rest = ((nanoseconds % nanosecondsPerSecond) + nanosecondsPerSecond) % nanosecondsPerSecond;
  const seconds = new Date(Number((nanoseconds - rest) / nanosecondsPerMillisecond)).toISOString();
  if (digits === "day") return seconds.slice(0, 10);
  const fraction = String(rest).padStart(9, "0").slice(0, digits);
  return `${seconds.slice(0, 19).replace("T", " ")}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * Returns the values of a column that are next to the ends of a period: at each midnight and around one millisecond.
 *
 * @param digits - Digits of its values
 * @returns Nanoseconds since 1970, in order
 */
export function momentsNear(digits: MomentDigits): readonly bigint[] {
  const unit = digits === "day" ? nanosecondsPerDay : 10n ** BigInt(9 - digits);
  const begin = nanosecondsOf(noon.replace("456789", ""));
  const near = [0n, 456_000n, 456_700n, 456_789n, 999_000n, 999_999n, 1_000_000n, -1n].map(
    (offset) => begin + offset,
  );
  const found = midnights
    .map(nanosecondsOf)
    .flatMap((midnight) => [midnight - unit, midnight, midnight + unit]);
  const all = digits === "day" ? found : [...found, ...near];
  const cut = (moment: bigint) => moment - (((moment % unit) + unit) % unit);
  return [...new Set(all.map(cut))].toSorted((a, b) => (a < b ? -1 : 1));
}

function days(first: string, last: string, body: unknown = { _min: first, _max: last }): PeriodCase {
  const end = nanosecondsOf(last) + nanosecondsPerDay - 1n;
  return { body, first: nanosecondsOf(first), last: end, isOfDays: true };
}

/**
 * Returns the period whose ends are both one moment, as a row shows it.
 *
 * @param text - Such as `2024-02-29T12:00:00.123Z`
 */
export function momentPeriod(text: string): PeriodCase {
  const first = nanosecondsOf(text);
  const digits = /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
  // Up to three digits, an end includes its whole millisecond. Platforms send 23:59:59.999 as the end of a day.
  const last = digits > 3 ? first : first + nanosecondsPerMillisecond - 1n;
  return { body: { _min: text, _max: text }, first, last, isOfDays: false };
}

/** Both ends of days, months and years, and of a moment with 0 to 9 digits. */
export const periodCases: readonly PeriodCase[] = [
  days("2024-02-29", "2024-02-29", "2024-02-29"),
  days("2000-02-29", "2000-02-29"),
  days("1969-12-31", "1969-12-31"),
  days("2024-02-01", "2024-02-29"),
  days("2023-12-01", "2023-12-31"),
  days("2024-01-01", "2024-12-31"),
  days("1969-01-01", "1969-12-31"),
  {
    ...days("2024-02-29", "2024-02-29", {
      _min: "2024-02-29T00:00:00.000Z",
      _max: "2024-02-29T23:59:59.999Z",
    }),
    isOfDays: false,
  },
  ...Array.from({ length: 10 }, (_, digits) =>
    momentPeriod(`${noon.slice(0, digits === 0 ? 19 : 20 + digits)}Z`),
  ),
];
