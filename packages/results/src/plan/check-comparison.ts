import { ExactNumber, type ExactValue } from "@wellhead/client";
import { ResultsError } from "../errors/results-error.js";
import type { ResultTable } from "../table/result-table.js";
import { fixedType } from "../types/fixed-type.js";
import { type JoinedRequest, textOf } from "./joined-requests.js";
import type { PlannedReading } from "./plan-readings.js";

/** Options of {@link checkComparison}. */
export interface CheckComparisonOptions {
  readonly reading: PlannedReading;
  readonly requests: readonly JoinedRequest[];
  /** The rows of the requests. */
  readonly table: ResultTable;
}

/** Integers beyond this number may be equal as doubles. */
const maxExact = 2n ** 53n;

/**
 * Checks that SQL compares each column with the requested values in the way in which a filter does. SQL converts texts
 * that are compared with numbers: `"007"` equals 7, but a filter with the value 7 does not find it.
 *
 * @param options - The requests and their rows
 * @throws ResultsError `statement` when a filter may not find a row whose value is equal in SQL
 */
export function checkComparison({ reading, requests, table }: CheckComparisonOptions): void {
  const { connection, source, declared } = reading;
  for (const field of Object.keys(requests[0]?.asked ?? {})) {
    const name = field.toLowerCase();
    const column = table.columns.find((one) => one.name.toLowerCase() === name);
    const declaredType = declared.find(({ id }) => id.toLowerCase() === name)?.type ?? "";
    // Without rows, these columns may be of numbers.
    const isUnknown =
      table.rowCount === 0 && (declaredType === "id" || fixedType(declaredType) === undefined);
    if (column === undefined || isUnknown) continue;
    const values = requests.flatMap(({ asked }) => asked[field] ?? []);
    const types = requests[0]?.types[field] ?? [];
    const reason =
      typeDifference(column.type, types, values) ??
      values.map((value) => differenceOf(value, column.type)).find((text) => text !== undefined);
    if (reason === undefined) continue;
    throw new ResultsError(
      "statement",
      `Could not fill the filter "${field}" of ${connection.name}."${source.id}": ${reason}.`,
    );
  }
}

/** Returns why values of a type may be equal to a column in SQL, but not for a filter. */
function typeDifference(
  column: string,
  types: readonly string[],
  values: readonly ExactValue[],
): string | undefined {
  if (isDate(column))
    return "its column contains dates, which its filter may compare as texts in another form. Give the filter a value instead";
  if (column === "VARCHAR" && types.some(isDate))
    return "its column contains texts, got dates. Cast the values to VARCHAR";
  const areDoubles = [column, ...types].some((type) => type === "DOUBLE" || type === "FLOAT");
  if (areDoubles && column !== "VARCHAR" && values.some(isBeyondDoubles))
    return "numbers beyond 9007199254740992 may be equal as DOUBLE. Cast both sides to BIGINT";
  return undefined;
}

function isDate(type: string): boolean {
  return /^(?:DATE$|TIMESTAMP)/.test(type);
}

function isBeyondDoubles(value: ExactValue): boolean {
  const text = textOf(value);
  if (/^-?\d+$/.test(text)) return BigInt(text) >= maxExact || BigInt(text) <= -maxExact;
  return Math.abs(Number(text)) >= Number(maxExact);
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
