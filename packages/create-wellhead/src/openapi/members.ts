/** An object of a document. */
export type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the members of an object.
 *
 * @param value - Any value
 * @returns Its members; none when it is not an object
 */
export function membersOf(value: unknown): Members {
  // An object that is not an array, so it can be read as a record.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/**
 * Returns the elements of an array.
 *
 * @param value - Any value
 * @returns Its elements; none when it is not an array
 */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns a text.
 *
 * @param value - Any value
 * @returns The text; empty when it is not one
 */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
