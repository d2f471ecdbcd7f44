import { type DataFormat, dataMediaTypes } from "@wellhead/contract";
import { parseQualities } from "../../../request/parse-qualities.js";

/** Media types and ranges that select each format. */
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
 * Chooses the format of the rows from the `Accept` header: the one with the highest quality, among equals the first.
 *
 * A missing header and `*` + `/*` mean JSON. So does a header that names no supported format: old platforms send
 * unusual ones, and rows they can read are better than a refusal.
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
