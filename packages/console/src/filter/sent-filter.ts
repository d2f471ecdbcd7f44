import { signal } from "@preact/signals";
import type { JsonRecord } from "../text/record.js";

/** The filter with which the rows on the page were requested. */
export const sentFilter = signal<JsonRecord>({});
