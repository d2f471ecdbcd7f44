/** A JSON object whose members are not known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Reports whether a value is a JSON object.
 *
 * @param value - Any JSON value
 * @returns Whether it is an object, and neither `null` nor an array
 */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads the objects of an array.
 *
 * @param value - Any JSON value
 * @returns The objects in it; empty when the value is not an array
 */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter((item: unknown) => isRecord(item)) : [];
}

/**
 * Reads the first member that holds text.
 *
 * @param record - Any JSON object
 * @param names - Member names, the preferred one first
 * @returns The text, or the digits of a number; empty when no member holds either
 */
export function textOf(record: JsonRecord, ...names: readonly string[]): string {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value);
  }
  return "";
}

/**
 * Parses JSON without throwing.
 *
 * @param text - Any text
 * @returns The value; `undefined` when the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Writes a value as a person reads it.
 *
 * @param value - Any JSON value
 * @returns Text as it is, anything else as JSON
 */
export function scalarText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
