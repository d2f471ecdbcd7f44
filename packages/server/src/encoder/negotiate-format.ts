import { type DataFormat, dataMediaTypes } from "@wellhead/contract";
import { parseQualities } from "./parse-qualities.js";

/** Names under which a caller may ask for a format, the contract's own first. */
const asked: ReadonlyMap<string, DataFormat> = new Map<string, DataFormat>([
  [dataMediaTypes.json, "json"],
  [dataMediaTypes.ndjson, "ndjson"],
  ["application/ndjson", "ndjson"],
  ["application/jsonl", "ndjson"],
  [dataMediaTypes.csv, "csv"],
  ["application/*", "json"],
  ["text/*", "csv"],
  ["*/*", "json"],
]);

/**
 * Chooses the format of the rows from the `Accept` header: the highest quality, among equals the first named.
 *
 * Absent and `*` + `/*` mean JSON, and so does a header that names nothing we have: old platforms send odd ones, and
 * rows they can read are better than a refusal.
 *
 * @param accept - The header
 * @returns The format
 * @see The connector contract, POST /
 */
export function negotiateFormat(accept: string | undefined): DataFormat {
  if (accept === undefined || accept === "" || accept === "*/*") return "json";
  for (const { name } of parseQualities(accept)) {
    const format = asked.get(name);
    if (format !== undefined) return format;
  }
  return "json";
}
