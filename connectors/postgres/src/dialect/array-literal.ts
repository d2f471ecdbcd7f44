/**
 * Formats values as a PostgreSQL array literal, to be bound as one parameter.
 *
 * @param values - The values; `null` means NULL
 * @returns The literal
 */
export function arrayLiteral(values: readonly (string | null)[]): string {
  const elements = values.map((value) => (value === null ? "NULL" : `"${value.replace(/["\\]/g, "\\$&")}"`));
  return `{${elements.join(",")}}`;
}
