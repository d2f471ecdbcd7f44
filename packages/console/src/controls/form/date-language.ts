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
  return language.toWireDateRange(language.parseDateRange(text, { now: Date.now(), zone }), { zone });
}

/** Loads the language. Resolves at once when it is already loaded. */
export async function loadDateLanguage(): Promise<DateLanguage> {
  dateLanguage.value ??= await import("@wellhead/contract/dates");
  return dateLanguage.value;
}
