const dayMs = 86_400_000;
/** Maximum of the days that a filter can contain: years have four digits. */
const maxMs = Date.UTC(9999, 11, 31);

/** A range of days as filters contain it. An end that is missing is open. */
export interface DayRange {
  readonly _min?: string;
  readonly _max?: string;
}

/**
 * Returns the start of the day of a date or time.
 *
 * @param text - An ISO text
 * @returns Milliseconds since 1970; `undefined` when it does not start with a day of the years from 1000 to 9999
 */
export function startOfDay(text: string | undefined): number | undefined {
  // A day before Christ ends with " (BC)".
  const day = /^[1-9]\d{3}-\d{2}-\d{2}(?=$|[T ]\d)/.exec(text ?? "")?.[0];
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Returns the range between two days, extended by two days at both ends to cover any zone and any meaning of its ends.
 *
 * @param min - Start of the first day in milliseconds since 1970; `undefined` when there is none
 * @param max - Start of the last day
 * @returns The range; without ends when the last day is so long before the first one that a filter would refuse it
 */
export function widenedRange(min: number | undefined, max: number | undefined): DayRange {
  const last = max === undefined ? Number.POSITIVE_INFINITY : max + 2 * dayMs;
  if (min !== undefined && min - 2 * dayMs > last) return {};
  return {
    ...(min !== undefined && { _min: dayOf(min - 2 * dayMs) }),
    ...(last <= maxMs && { _max: dayOf(last) }),
  };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
