import { inputInvalid } from "@wellhead/sdk";

/**
 * Writes a text as a literal of a filter. A quote in it is doubled, so that no value can change the filter.
 *
 * @param value - The text
 * @returns The literal
 * @see https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part2-url-conventions.html#sec_PrimitiveLiterals
 */
function textLiteral(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/**
 * Writes a value as a literal of a type.
 *
 * @param value - Text, a number or a Boolean
 * @param type - Qualified name of its type
 * @returns The literal
 * @throws ConnectorError `invalid_field` when the value is not of the type
 */
export function literalOf(value: unknown, type: string): string {
  if (type === "Edm.Guid") {
    if (typeof value === "string" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) return value;
    throw inputInvalid(
      `expected an id such as 01234567-89ab-cdef-0123-456789abcdef, got ${JSON.stringify(value)}`,
    );
  }
  if (type === "Edm.String") return textLiteral(String(value));
  const plain = String(value);
  // Numbers, Booleans, dates and instants are written as they are, and consist of these characters only.
  if (/^[\w.:+-]+$/.test(plain)) return plain;
  throw inputInvalid(`expected a value of the type ${type}, got ${JSON.stringify(value)}`);
}
