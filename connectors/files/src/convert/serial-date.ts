import type { NumberMeaning } from "./number-format.js";

/** A cell as text, and its kind. */
export interface SheetValue {
  readonly text: string;
  readonly kind: "whole" | "decimal" | "boolean" | "date" | "moment" | "text";
}

const dayMilliseconds = 86_400_000;
/**
 * Day 0 of the two date systems, as milliseconds since 1970. The first one counts a February 29, 1900, which did not
 * exist.
 */
const [start1900, start1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];
/** The first day after the nonexistent February 29, 1900. */
const firstExactDay = 61;
/** Number of the last day of the year 9999, counted from 1900. */
const lastDay = 2_958_465;

/**
 * Converts the number in a cell according to the cell's format.
 *
 * @param text - The number as it is in the file
 * @param meaning - Its meaning according to the format
 * @param is1904 - Whether days are counted from 1904
 * @returns The value; a number that is not certainly a date or time remains a number
 */
export function serialValue(text: string, meaning: NumberMeaning, is1904: boolean): SheetValue {
  const number = Number(text);
  if (meaning === "number" || text.trim() === "" || !Number.isFinite(number)) return numberValue(text);
  if (meaning === "duration") return { text: duration(number), kind: "text" };
  if (number < 0 || number >= lastDay + 1) return numberValue(text);
  // A number below 1 has no day, so it is only a time.
  if (number < 1 && (meaning === "time" || (meaning === "moment" && !is1904))) {
    return { text: clock(Math.min(Math.round(number * dayMilliseconds), dayMilliseconds - 1)), kind: "text" };
  }
  const milliseconds = Math.round(number * dayMilliseconds);
  const day = Math.floor(milliseconds / dayMilliseconds);
  const date = dateOf(day, is1904);
  if (date === undefined) return numberValue(text);
  const time = milliseconds - day * dayMilliseconds;
  if (meaning === "date" && time === 0) return { text: date, kind: "date" };
  return { text: `${date}T${clock(time)}`, kind: "moment" };
}

/**
 * Converts a date or time that is stored as text, as in workbooks of the strict variant.
 *
 * @param text - The text as it is in the file, such as `2024-02-03T00:00:00`
 * @param meaning - Its meaning according to the format of the cell
 * @returns The value; text that is not certainly a date remains text
 */
export function isoValue(text: string, meaning: NumberMeaning): SheetValue {
  const [, date, time = "00:00:00", fraction = ""] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(\.\d{1,6})?)?$/.exec(text) ?? [];
  const instant = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`);
  // A date that does not exist, such as February 30, is text.
  if (
    date === undefined ||
    Number.isNaN(instant) ||
    !new Date(instant).toISOString().startsWith(`${date}T${time}`)
  )
    return { text, kind: "text" };
  const exact = fraction.replace(/\.?0+$/, "");
  const isDay = time === "00:00:00" && exact === "";
  if (isDay && (meaning === "date" || date === text)) return { text: date, kind: "date" };
  return { text: `${date}T${time}${exact}`, kind: "moment" };
}

/** Returns the date of a day; `undefined` when it does not exist in the calendar. */
function dateOf(day: number, is1904: boolean): string | undefined {
  if (!is1904 && (day === 0 || day === firstExactDay - 1)) return undefined;
  const shift = !is1904 && day < firstExactDay ? 1 : 0;
  const date = new Date((is1904 ? start1904 : start1900) + (day + shift) * dayMilliseconds).toISOString();
  // Years after 9999, which are reached earlier when days are counted from 1904, begin with a sign.
  return date.startsWith("+") ? undefined : date.slice(0, 10);
}

function clock(milliseconds: number): string {
  const text = new Date(milliseconds).toISOString().slice(11, -1);
  return text.endsWith(".000") ? text.slice(0, -4) : text;
}

/** Formats a duration as hours, minutes and seconds. Hours may exceed 24. */
function duration(days: number): string {
  const milliseconds = Math.round(Math.abs(days) * dayMilliseconds);
  const hours = Math.floor(milliseconds / 3_600_000);
  const rest = clock(milliseconds % 3_600_000).slice(3);
  return `${days < 0 ? "-" : ""}${String(hours).padStart(2, "0")}:${rest}`;
}

function numberValue(text: string): SheetValue {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || !isExact(text, number)) return { text, kind: "text" };
  return {
    text: Object.is(number, -0) ? "-0" : String(number),
    kind: Number.isSafeInteger(number) && !Object.is(number, -0) ? "whole" : "decimal",
  };
}

/** Maximum number of digits that are compared. */
const maxDigits = 100;

/**
 * Returns whether a number survives the conversion from text. Programs write either the fewest digits that read back as
 * the same number, or more of them, as in `0.10000000000000001`. Other digits, such as those of a long identifier,
 * would be lost.
 */
function isExact(text: string, number: number): boolean {
  const found = digits(text);
  if (found === digits(String(number))) return true;
  return found.length <= maxDigits && found === digits(number.toPrecision(found.length));
}

function digits(number: string): string {
  const [mantissa = ""] = number.toLowerCase().split("e");
  return mantissa.replaceAll(/[-+.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
}
