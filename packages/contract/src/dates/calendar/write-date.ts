import type { Temporal } from "temporal-polyfill";

/** Writes a day of the years 1 to 9999 as the v2 grammar reads it: `13 Jun 2017`. */
export function writeV2Date(date: Temporal.PlainDate): string {
  const month = monthNames[date.month - 1] ?? "";
  return `${date.day} ${month.slice(0, 3)} ${String(date.year).padStart(4, "0")}`;
}

/** Writes a day of the years 1 to 9999 as the v1 dialect reads it: `6/13/2017`. */
export function writeV1Date(date: Temporal.PlainDate): string {
  return `${date.month}/${date.day}/${String(date.year).padStart(4, "0")}`;
}

/** English month names, January first. */
export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Returns the number of the month (1 to 12) whose full name or first three letters the word is, in any case. */
export function monthNumber(word: string): number | undefined {
  const wanted = word.toLowerCase();
  const index = monthNames.findIndex((name) => {
    const known = name.toLowerCase();
    return known === wanted || known.slice(0, 3) === wanted;
  });
  return index === -1 ? undefined : index + 1;
}
