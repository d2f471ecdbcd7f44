import { signal } from "@preact/signals";
import type * as dates from "@wellhead/contract/dates";

/** The date range language of the contract. */
export type DateLanguage = typeof dates;

/** The language, once it is loaded. It includes a calendar, so pages without date fields do not load it. */
export const dateLanguage = signal<DateLanguage | undefined>(undefined);

/** Loads the language. Resolves at once when it is already loaded. */
export async function loadDateLanguage(): Promise<DateLanguage> {
  dateLanguage.value ??= await import("@wellhead/contract/dates");
  return dateLanguage.value;
}
