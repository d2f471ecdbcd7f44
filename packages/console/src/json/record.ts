/** A JSON object of which nothing is known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Tells a JSON object from everything else JSON can hold. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Tells an array, without taking its elements for anything. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The objects of an array; nothing when it is none. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter((element) => isRecord(element)) : [];
}

/** The first member of the names given that is text or a number, as text; empty when there is none. */
export function textOf(record: JsonRecord, ...names: readonly string[]): string {
  for (const name of names) {
    const value = record[name];
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return "";
}

/** Reads JSON without throwing: `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
