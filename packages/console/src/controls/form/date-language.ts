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
