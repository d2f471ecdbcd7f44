import { signal } from "@preact/signals";
import type { JsonRecord } from "../json/record.js";

/** The filter the rows on the page were asked for with. */
export const sentFilter = signal<JsonRecord>({});
