import { signal } from "@preact/signals";
import type * as dates from "@wellhead/contract/dates";

/** The date range language of the contract. */
export type DateLanguage = typeof dates;

/** The language once it is loaded: it brings a calendar with it, which pages without date fields do without. */
export const dateLanguage = signal<DateLanguage | undefined>(undefined);

/** Loads the language; at once when it is there already. */
export async function loadDateLanguage(): Promise<DateLanguage> {
  dateLanguage.value ??= await import("@wellhead/contract/dates");
  return dateLanguage.value;
}
