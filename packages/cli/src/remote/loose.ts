/**
 * Reads a value as a record.
 *
 * @param value - Any JSON value
 * @returns The record; an empty one when the value is none
 */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/**
 * Reads a value as a list of records.
 *
 * @param value - Any JSON value
 * @returns The records in it; none when the value is no list
 */
export function records(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map((item: unknown) => record(item)) : [];
}

/**
 * Reads a value as text.
 *
 * @param value - Any JSON value
 * @returns The text; empty when the value is neither text nor number
 */
export function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
