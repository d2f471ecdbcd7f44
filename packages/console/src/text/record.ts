/** A JSON object with unknown members. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Returns whether a value is a JSON object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether a value is an array, without assuming anything about its elements. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns the objects in an array; empty when the value is not an array. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter((element) => isRecord(element)) : [];
}

/** Returns the first of the named members that is a string or a number, as text; empty when there is none. */
export function textOf(record: JsonRecord, ...names: readonly string[]): string {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return "";
}

/** Parses JSON without throwing; returns `undefined` when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
