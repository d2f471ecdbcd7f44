import { types } from "node:util";

/** Maximum nesting depth; a deeper value is assumed to contain itself. */
const deepest = 500;

/**
 * Writes a value as `JSON.stringify` does, and a `bigint` as a number with all its digits.
 *
 * @param value - Any value
 * @returns JSON text; `undefined` where `JSON.stringify` omits a member
 * @throws TypeError when the value is nested deeper than 500 levels, such as one that contains itself
 */
export function writeJson(value: unknown): string | undefined {
  return write(value, "", 0);
}

function write(given: unknown, key: string, depth: number): string | undefined {
  if (typeof given === "bigint") return String(given);
  const toJson = toJsonOf(given);
  const value = toJson === undefined ? given : toJson(key);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null || isWrittenAsPrimitive(value))
    return JSON.stringify(value);
  if (depth > deepest) {
    throw new TypeError(
      `Could not write the row: it has more than ${deepest} levels. Check whether it contains itself.`,
    );
  }
  if (!Array.isArray(value)) return writeObject(value, depth);
  // Reads by index as JSON.stringify does: `map` skips holes, and an author may replace the iterator.
  const items = Array.from({ length: value.length }, (_unused, index) =>
    write(value[index], String(index), depth + 1),
  );
  return `[${items.map((item) => item ?? "null").join(",")}]`;
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
 * Returns the method with which a value defines its own JSON, as dates and database documents do. The member is read
 * only once, because a getter may return something else the next time.
 *
 * @param value - Any value
 * @returns Its `toJSON`, bound to the value; `undefined` when it has none
 */
export function toJsonOf(value: unknown): ((key: string) => unknown) | undefined {
  if (typeof value !== "function" && (typeof value !== "object" || value === null)) return undefined;
  const method: unknown = "toJSON" in value ? value.toJSON : undefined;
  return isFunction(method) ? (key) => method.call(value, key) : undefined;
}

function isFunction(value: unknown): value is (key: string) => unknown {
  return typeof value === "function";
}

/** `JSON.isRawJSON` exists since Node 21; the types of Node 20 lack it. */
const isRawJson: unknown = Reflect.get(JSON, "isRawJSON");

/**
 * Reports whether an object is written as a primitive: a boxed primitive, or the text of one (`JSON.rawJSON`).
 *
 * @param value - Any object
 * @returns Whether its JSON text is not that of an object
 */
export function isWrittenAsPrimitive(value: object): boolean {
  if (types.isBoxedPrimitive(value)) return true;
  return typeof isRawJson === "function" && Reflect.apply(isRawJson, JSON, [value]) === true;
}
