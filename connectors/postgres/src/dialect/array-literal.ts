/**
 * Writes values as the text of a PostgreSQL array, to be bound as one parameter.
 *
 * @param values - The values; `null` stands for NULL
 * @returns The text
 */
export function arrayLiteral(values: readonly (string | null)[]): string {
  const elements = values.map((value) => (value === null ? "NULL" : `"${value.replace(/["\\]/g, "\\$&")}"`));
  return `{${elements.join(",")}}`;
}
