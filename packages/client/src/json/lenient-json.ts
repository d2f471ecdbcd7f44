import { ExactNumber, parseExactJson, writeExactJson } from "./exact-json.js";

/** A JSON object with unknown members. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Reports whether a value is a JSON object.
 *
 * @param value - Any JSON value
 * @returns Whether it is an object, and neither `null` nor an array
 */
export function isRecord(value: unknown): value is JsonRecord {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
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
    const hasText = typeof value === "number" || value instanceof ExactNumber;
    if ((typeof value === "string" && value !== "") || hasText) return String(value);
  }
  return "";
}

/**
 * Parses JSON without throwing, and keeps every digit.
 *
 * @param text - Any text
 * @returns The value, as {@link parseExactJson} returns it; `undefined` when the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes a value for people to read.
 *
 * @param value - Any JSON value
 * @returns Text as it is, anything else as JSON
 */
export function scalarText(value: unknown): string {
  return typeof value === "string" || value instanceof ExactNumber
    ? String(value)
    : (writeExactJson(value) ?? "");
}
