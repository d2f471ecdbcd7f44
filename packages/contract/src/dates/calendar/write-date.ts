import type { Temporal } from "temporal-polyfill";
import { monthNames } from "./month-names.js";

/** Writes a day of the years 1 to 9999 as the v2 grammar reads it: `13 Jun 2017`. */
export function writeV2Date(date: Temporal.PlainDate): string {
  const month = monthNames[date.month - 1] ?? "";
  return `${date.day} ${month.slice(0, 3)} ${String(date.year).padStart(4, "0")}`;
}

/** Writes a day of the years 1 to 9999 as the v1 dialect reads it: `6/13/2017`. */
export function writeV1Date(date: Temporal.PlainDate): string {
  return `${date.month}/${date.day}/${String(date.year).padStart(4, "0")}`;
}
