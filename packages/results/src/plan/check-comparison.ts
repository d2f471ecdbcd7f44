import { ExactNumber, type ExactValue } from "@wellhead/client";
import { ResultsError } from "../errors/results-error.js";
import type { ResultTable } from "../table/result-table.js";
import type { JoinedRequest } from "./joined-requests.js";
import type { PlannedReading } from "./plan-readings.js";

/** Options of {@link checkComparison}. */
export interface CheckComparisonOptions {
  readonly reading: PlannedReading;
  readonly requests: readonly JoinedRequest[];
  /** The rows of the requests. */
  readonly table: ResultTable;
}

/**
 * Checks that SQL compares each declared column with the requested values in the way in which a filter does. SQL converts
 * texts that are compared with numbers: `"007"` equals 7, but a filter with the value 7 does not find it.
 *
 * @param options - The requests and their rows
 * @throws ResultsError `statement` when a column contains texts and a value is a number, or the reverse
 */
export function checkComparison({ reading, requests, table }: CheckComparisonOptions): void {
  const { connection, source, declared } = reading;
  for (const { id, type: declaredType } of declared) {
    const name = id.toLowerCase();
    const column = table.columns.find((one) => one.name.toLowerCase() === name);
    const values = requests.flatMap(({ asked }) =>
      Object.entries(asked).flatMap(([field, list]) => (field.toLowerCase() === name ? list : [])),
    );
    // Without rows, these columns may be of numbers.
    const isUnknown = table.rowCount === 0 && (declaredType === "id" || declaredType === "");
    if (column === undefined || isUnknown) continue;
    const reason = values.map((value) => differenceOf(value, column.type)).find((text) => text !== undefined);
    if (reason === undefined) continue;
    throw new ResultsError(
      "statement",
      `Could not fill the filter "${id}" of ${connection.name}."${source.id}": ${reason}.`,
    );
  }
}

/** Returns why SQL and a filter may not compare a value in the same way. */
function differenceOf(value: ExactValue, type: string): string | undefined {
  const isNumber = typeof value === "number" || value instanceof ExactNumber;
  if (type === "VARCHAR" && typeof value !== "string")
    return `its column contains texts, got ${isNumber ? "numbers" : "other values"}. Cast the values to VARCHAR`;
  if (type === "BOOLEAN" && typeof value !== "boolean" && value !== "true" && value !== "false")
    return "its column contains true and false, got other values. Cast the values to BOOLEAN";
  const isNumeric = /^(?:BIGINT|HUGEINT|DOUBLE|DECIMAL)/.test(type);
  if (!isNumeric || isNumber || (typeof value === "string" && /^(?:0|-?[1-9]\d*)$/.test(value)))
    return undefined;
  return "its column contains numbers, got texts that are not integers. Cast the values to numbers";
}
