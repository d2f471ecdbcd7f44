import { signal } from "@preact/signals";
import type * as dates from "@wellhead/contract/dates";

/** The date range language of the contract. */
export type DateLanguage = typeof dates;

/** The language, once it is loaded. It includes a calendar, so pages without date fields do not load it. */
export const dateLanguage = signal<DateLanguage | undefined>(undefined);

/** A date range as connectors receive it. */
export type WireDateRange = ReturnType<DateLanguage["toWireDateRange"]>;

/**
 * Returns what is sent for a date range that was typed, and what its preview shows.
 *
 * @param language - The language
 * @param text - The range as typed
 * @param zone - Time zone in which days start and end
 * @throws DateRangeError when it is not a date range
 */
export function wireDateRange(language: DateLanguage, text: string, zone: string): WireDateRange {
  const written = asWritten(text);
  return language.toWireDateRange(language.parseDateRange(written, { now: Date.now(), zone }), { zone });
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const isoDay = /(?<![\d-])(\d{4})-(\d\d)-(\d\d)(?![\d-]|T\d)/g;

/** Writes ISO dates as the language has them, and a range of two dates with its first word. */
function asWritten(text: string): string {
  const days = text.replaceAll(isoDay, (day) => {
    const [year, month, date] = day.split("-");
    const name = months[Number(month) - 1];
    return name === undefined ? day : `${Number(date)} ${name} ${year}`;
  });
  const isRange = days !== text && /^\s*\d+ [A-Z][a-z]{2} \d{4}\s+to\s/i.test(days);
  return isRange ? `FROM ${days.trim()}` : days;
}

/** The first and the last day of a range, as `2024-02-01`; empty for an open end, and where there is no range. */
export interface PickedDays {
  readonly first: string;
  readonly last: string;
}

/**
 * Returns the days that a text means.
 *
 * @param language - The language
 * @param text - The range as typed
 * @param zone - Time zone in which days start and end
 */
export function pickedDays(language: DateLanguage, text: string, zone: string): PickedDays {
  if (text.trim() === "") return { first: "", last: "" };
  try {
    const { _min, _max } = wireDateRange(language, text, zone);
    return { first: localDay(_min), last: localDay(_max) };
  } catch {
    // The preview says what is wrong.
    return { first: "", last: "" };
  }
}

/** Returns the day of an instant with its offset. Where an offset cannot be written, the day is not known. */
function localDay(instant: string | null): string {
  const [, day = "", offset] =
    /^(\d{4}-\d\d-\d\d)T(?:00:00:00\.000|23:59:59\.999|.*(?=[+-]))(Z|[+-]\d\d:\d\d)$/.exec(instant ?? "") ??
    [];
  return offset === undefined ? "" : day;
}

/** Writes a range of picked days as the language has it. */
export function pickedText({ first, last }: PickedDays): string {
  if (first === last) return asWritten(first);
  const start = first === "" ? "" : `FROM ${asWritten(first)}`;
  return `${start}${last === "" ? "" : ` TO ${asWritten(last)}`}`.trim();
}

/**
 * Returns the two dates that a date of digits may be, such as `1/2/2024`.
 *
 * @param text - The text as typed
 * @returns Both dates; `undefined` when the text is not such a date
 */
export function ambiguousDays(text: string): readonly [string, string] | undefined {
  const [, first, second, year] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? [];
  const [day, month] = [Number(first), Number(second)];
  const [left, right] = [months[month - 1], months[day - 1]];
  if (left === undefined || right === undefined || day === month) return undefined;
  return [`${day} ${left} ${year}`, `${month} ${right} ${year}`];
}

/** Loads the language. Resolves at once when it is already loaded. */
export async function loadDateLanguage(): Promise<DateLanguage> {
  dateLanguage.value ??= await import("@wellhead/contract/dates");
  return dateLanguage.value;
}
