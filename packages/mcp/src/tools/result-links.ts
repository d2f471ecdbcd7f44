import type { ResultAnswer } from "../answers/result-answer.js";
import type { ResourceLink } from "./define-tool.js";

/**
 * Returns the links to a result that has more rows than its answer shows.
 *
 * @param answer - The answer
 * @returns A link for each format
 */
export function resultLinks({ status, result, nextOffset, rowCount }: ResultAnswer): readonly ResourceLink[] {
  if (status !== "done" || nextOffset === null) return [];
  return [
    { format: "csv", mimeType: "text/csv" },
    { format: "ndjson", mimeType: "application/x-ndjson" },
  ].map(({ format, mimeType }) => ({
    uri: `wellhead://results/${result}/rows.${format}`,
    name: `rows.${format}`,
    description: `All ${rowCount} rows of the result, for a person or a program to download`,
    mimeType,
  }));
}
