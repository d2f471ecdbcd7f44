/** A JSON object of a request, its members unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Tells a JSON object from every other JSON value.
 *
 * @param value - Any JSON value
 * @returns Whether it is an object and no array
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
