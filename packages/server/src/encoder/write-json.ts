import { types } from "node:util";

/** Deeper than this a value is taken for one that contains itself. */
const deepest = 500;

/**
 * Writes a value as `JSON.stringify` would, and `bigint` as a number with all its digits.
 *
 * @param value - Any value
 * @returns JSON text, `undefined` where `JSON.stringify` leaves a member out
 * @throws TypeError when the value is nested deeper than 500 levels, such as one that contains itself
 */
export function writeJson(value: unknown): string | undefined {
  return write(value, "", 0);
}

function write(given: unknown, key: string, depth: number): string | undefined {
  if (typeof given === "bigint") return String(given);
  const value = hasToJson(given) ? given.toJSON(key) : given;
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null || types.isBoxedPrimitive(value))
    return JSON.stringify(value);
  if (depth > deepest) {
    throw new TypeError(
      `Write row: found more than ${deepest} levels, wanted a value that does not contain itself`,
    );
  }
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item, index) => write(item, String(index), depth + 1) ?? "null").join(",")}]`;
  }
  return writeObject(value, depth);
}

function writeObject(value: object, depth: number): string {
  let text = "";
  for (const [key, member] of Object.entries(value)) {
    const written = write(member, key, depth + 1);
    if (written !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${written}`;
  }
  return `{${text}}`;
}

/**
 * Tells whether a value says itself how it is written as JSON.
 *
 * @param value - Any value
 * @returns Whether it has a `toJSON` function, as dates and database documents have
 */
export function hasToJson(value: unknown): value is { toJSON: (key: string) => unknown } {
  return (
    typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function"
  );
}
