import type { TimeUnit } from "@wellhead/workbench/protocol";

const milliseconds: Readonly<Partial<Record<TimeUnit, number>>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
const months: Readonly<Partial<Record<TimeUnit, number>>> = { month: 1, quarter: 3, year: 12 };

/** Returns the time one unit later; one unit earlier when `count` is -1. */
export function stepTime(time: number, unit: TimeUnit, count: 1 | -1 = 1): number {
  const step = milliseconds[unit];
  if (step !== undefined) return time + count * step;
  const date = new Date(time);
  return date.setUTCMonth(date.getUTCMonth() + count * (months[unit] ?? 1));
}

/** Formats the beginning of a time unit, as short as the unit allows: `2025`, `2025-03`, `2025-03-31 14:00`. */
export function formatTime(time: number, unit: TimeUnit | undefined): string {
  const moment = new Date(time);
  // Years beyond four digits have a sign, which no other text of the page has.
  const [day = "", clock = ""] = moment.toISOString().replace(/^\+0*/, "").split("T");
  const [minute, second] = [clock.slice(0, 5), clock.slice(0, 8)];
  switch (unit) {
    case "year":
      return day.slice(0, -6);
    case "quarter":
      return `${day.slice(0, -6)} Q${Math.floor(moment.getUTCMonth() / 3) + 1}`;
    case "month":
      return day.slice(0, -3);
    case "week":
      return `week of ${day}`;
    case "day":
      return day;
    case "hour":
    case "minute":
      return `${day} ${minute}`;
    default:
      return second === "00:00:00" ? day : `${day} ${second}`;
  }
}

/** A point of a series over time; `null` where there is no value. */
export type TimePoint = readonly [time: number, value: number | null];

/**
 * Adds a point next to each gap of a series, so that a line does not connect the points on both sides of the gap.
 *
 * @param empty - Value of a time unit without rows: 0 for a count, `null` where nothing was measured
 */
export function markGaps(
  points: readonly TimePoint[],
  unit: TimeUnit,
  empty: 0 | null,
): readonly TimePoint[] {
  const marked: TimePoint[] = [];
  for (const point of points) {
    const before = marked.at(-1)?.[0];
    if (before !== undefined && stepTime(before, unit) < point[0]) {
      const first = stepTime(before, unit);
      const last = stepTime(point[0], unit, -1);
      marked.push([first, empty]);
      if (last > first) marked.push([last, empty]);
    }
    marked.push(point);
  }
  return marked;
}
