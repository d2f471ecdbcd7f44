import { decimal, inputInvalid, isConnectorError } from "@wellhead/sdk";
import type { TableColumn } from "./catalogue.js";

const number = decimal();
const truths: ReadonlyMap<string, string> = new Map([
  ["true", "true"],
  ["t", "true"],
  ["1", "true"],
  ["false", "false"],
  ["f", "false"],
  ["0", "false"],
]);
/** Values of a floating-point column that are not finite numbers. */
const unusual: ReadonlyMap<string, string> = new Map([
  ["nan", "NaN"],
  ["infinity", "Infinity"],
  ["inf", "Infinity"],
  ["-infinity", "-Infinity"],
  ["-inf", "-Infinity"],
]);

/**
 * Parses the values that a column is compared with, according to the kind of the column.
 *
 * @param column - The column
 * @param values - The values as sent
 * @param field - Filter field that contains them
 * @returns Numbers as plain decimal text, booleans as `true` or `false`, everything else unchanged
 * @throws ConnectorError `invalid_field` for a value that the column cannot hold
 */
export function readColumnValues(
  column: TableColumn,
  values: readonly string[],
  field: string,
): readonly string[] {
  return values.map((value) => readValue(column, value, field));
}

function readValue({ name, category }: TableColumn, value: string, field: string): string {
  if (category === "boolean") {
    const truth = truths.get(value.trim().toLowerCase());
    if (truth !== undefined) return truth;
    throw inputInvalid(`Could not compare column "${name}": expected true or false, got "${value}".`, {
      field,
    });
  }
  if (category !== "integer" && category !== "number") return value;
  const keyword = category === "number" ? unusual.get(value.trim().toLowerCase()) : undefined;
  if (keyword !== undefined) return keyword;
  try {
    return number.accept(value, {});
  } catch (error) {
    const reason = isConnectorError(error) ? error.message : "expected a number";
    throw inputInvalid(`Could not compare column "${name}": ${reason}.`, { field, cause: error });
  }
}
