import type { TimeUnit } from "@wellhead/workbench/protocol";
import { formatFigure } from "../../text/format-amount.js";
import { parseTime } from "../../text/parse-time.js";
import { visibleText } from "../../text/visible-text.js";
import { formatTime } from "./time-steps.js";

/** The value of a category that is missing. */
const emptyName = "(empty)";
/** The series of all values beyond the maximum. */
const othersName = "Others";
const maxNameLength = 60;

/** Names a category: missing and blank values get a name that can be seen. */
function categoryName(value: string | null): string {
  if (value === null) return emptyName;
  return value.trim() === "" ? "(blank)" : value;
}

/** Names a group: a time by its unit, a bin by its range, a category by its value. */
export function groupName(x: string | null, unit?: TimeUnit, binWidth?: string): string {
  if (x === null) return categoryName(x);
  if (unit !== undefined) {
    const time = parseTime(x);
    return Number.isFinite(time) ? formatTime(time, unit) : x;
  }
  return binWidth === undefined ? categoryName(x) : binName(x, binWidth);
}

/** A series of an answer: the rows of one value, of no value, or of all values beyond the maximum. */
export interface NamedSeries {
  /** Equal for the groups of one series only, whatever its values are called. */
  readonly key: string;
  /** What the chart calls it; no two series have the same name. */
  readonly name: string;
}

/** What determines the series of a group or of a point. */
interface OfSeries {
  readonly series?: string | null;
  readonly isOther?: boolean;
}

/** Returns the key of the series of a group or of a point. */
export function seriesKey({ series = null, isOther = false }: OfSeries): string {
  if (isOther) return "others";
  return series === null ? "none" : `value ${series}`;
}

/**
 * Names the series of an answer in their order, the others last.
 *
 * @param values - The values that have a series
 * @param members - Groups or points, some of which may be of other values
 */
export function nameSeries(
  values: readonly (string | null)[],
  members: readonly OfSeries[],
): readonly NamedSeries[] {
  const names = new Map(
    values.map((series) => [seriesKey({ series }), visibleText(categoryName(series), maxNameLength)]),
  );
  if (members.some(({ isOther }) => isOther)) names.set(seriesKey({ isOther: true }), othersName);
  const used = new Set<string>();
  return [...names].map(([key, name]) => {
    // The chart library joins series of the same name.
    let distinct = name;
    for (let count = 2; used.has(distinct); count += 1) distinct = `${name} (${count})`;
    used.add(distinct);
    return { key, name: distinct };
  });
}

/** Names a bin by its edges, which are multiples of its width. Values that are not in a bin keep their text. */
function binName(start: string, width: string): string {
  const digits = decimalsOf(width);
  const [from, step] = [unitsOf(start, digits), unitsOf(width, digits)];
  if (from !== undefined && step !== undefined)
    return `${unitsText(from, digits)} – ${unitsText(from + step, digits)}`;
  const value = Number(start);
  return Number.isFinite(value)
    ? `${shortNumber(value)} – ${shortNumber(binEnd(value, Number(width)))}`
    : start;
}

/** Returns the end of a bin of doubles: zero rather than what rounding leaves of it, and no more than the largest double. */
function binEnd(start: number, width: number): number {
  const end = start + width;
  return Math.abs(end) < width / 1e6 ? 0 : Math.min(end, Number.MAX_VALUE);
}

function decimalsOf(text: string): number {
  return text.split(".")[1]?.replace(/0+$/, "").length ?? 0;
}

/** Reads a number without an exponent as a multiple of a decimal, such as 0.01 for two digits. Further digits are rounded. */
function unitsOf(text: string, digits: number): bigint | undefined {
  const [, sign, whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const isUp = (fraction[digits] ?? "0") >= "5";
  const units = BigInt(`${whole}${fraction.slice(0, digits).padEnd(digits, "0")}`) + (isUp ? 1n : 0n);
  return sign === "-" ? -units : units;
}

function unitsText(units: bigint, digits: number): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, "0");
  const point = text.length - digits;
  return `${units < 0n ? "-" : ""}${text.slice(0, point)}${digits === 0 ? "" : `.${text.slice(point)}`}`;
}

/** Formats a number as short as its first eight digits allow. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(8)));
}

/** Names a figure of a scale, as short as its first eight digits allow. */
export function figureName(figure: number): string {
  return formatFigure(shortNumber(figure));
}
