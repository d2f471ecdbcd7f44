/**
 * Returns a value inside parsed JSON.
 *
 * @param value - Parsed JSON
 * @param path - Member names and indexes; a negative index counts from the end
 * @returns The value at the path; `undefined` when there is none
 */
export function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof key === "number") return Array.isArray(inner) ? inner.at(key) : undefined;
    return typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined;
  }, value);
}

/**
 * Returns one member of every element of a parsed JSON array.
 *
 * @param values - Parsed JSON
 * @param key - Member name
 * @returns The members
 */
export function pluck(values: unknown, key: string): unknown[] {
  return Array.isArray(values) ? values.map((value) => pick(value, key)) : [];
}

/**
 * Parses JSON of unknown structure.
 *
 * @param text - JSON text
 * @returns The value
 */
export function parse(text: unknown): unknown {
  return JSON.parse(String(text));
}
