import { ConnectorError, inputInvalid } from "@wellhead/sdk";

/** A JSON object in a request, with unchecked members. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns whether a JSON value is an object.
 *
 * @param value - Any JSON value
 * @returns Whether it is an object and not an array
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a member of a body as an object. `null` counts as missing.
 *
 * @param body - Body of a request
 * @param name - Name of the member
 * @returns The object, or `undefined` when there is none
 * @throws ConnectorError `malformed_request` when it has another type
 */
export function readObject(body: JsonObject, name: string): JsonObject | undefined {
  const value = memberOf(body, name);
  if (value === undefined || isJsonObject(value)) return value;
  throw malformedRequest(`Could not read "${name}": expected an object, got ${kindOf(value)}.`, name);
}

/**
 * Reads a member of a body as an id. `null` and the empty string count as missing.
 *
 * @param body - Body of a request
 * @param name - Name of the member
 * @returns The id, or `undefined` when there is none
 * @throws ConnectorError `malformed_request` when it has another type
 */
export function readId(body: JsonObject, name: string): string | undefined {
  const value = memberOf(body, name);
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  throw malformedRequest(`Could not read "${name}": expected an id as text, got ${kindOf(value)}.`, name);
}

/**
 * Reads a member of a body as a number of rows: an integer from 0, also as a string. `null` and the empty string count
 * as missing.
 *
 * @param body - Body of a request
 * @param name - Name of the member
 * @returns The count, or `undefined` when there is none
 * @throws ConnectorError `invalid_field` when it is not such a number
 * @see The connector contract, POST /
 */
export function readCount(body: JsonObject, name: string): number | undefined {
  const value = memberOf(body, name);
  if (value === undefined || value === "") return undefined;
  const count = typeof value === "string" && /^\d{1,400}$/.test(value) ? Number(value) : value;
  if (typeof count === "number" && count >= 0 && Number.isInteger(count)) {
    return Math.min(count, Number.MAX_SAFE_INTEGER);
  }
  throw inputInvalid(`Could not read "${name}": expected a whole number from 0, got ${kindOf(value)}.`, {
    field: name,
  });
}

/**
 * Reads a member of a body as text. `null` and the empty string count as missing.
 *
 * @param body - Body of a request, or an object inside it
 * @param name - Name of the member
 * @returns The text, or `undefined` when there is none
 * @throws ConnectorError `invalid_field` when it has another type
 */
export function readText(body: JsonObject, name: string): string | undefined {
  const value = memberOf(body, name);
  if (value === undefined || value === "") return undefined;
  if (typeof value === "string") return value;
  const got = Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
  throw inputInvalid(`Could not read "${name}": expected text, got ${got}.`, { field: name });
}

/**
 * Reads an argument of a query. A repeated argument must have the same value each time.
 *
 * @param query - The query
 * @param name - Name of the argument
 * @returns The text, or `undefined` when it is missing or empty
 * @throws ConnectorError `invalid_field` when it has different values
 */
export function readArgument(query: URLSearchParams, name: string): string | undefined {
  const values = new Set(query.getAll(name));
  if (values.size > 1)
    throw inputInvalid(`Could not read "${name}": expected one value, got several.`, { field: name });
  const [value] = values;
  return value === "" ? undefined : value;
}

function memberOf(body: JsonObject, name: string): unknown {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return value ?? undefined;
}

function kindOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return "text";
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}

/**
 * Creates the error for a request that the endpoint cannot parse. Its status is 400.
 *
 * @param message - What was read, what it got and what it expected
 * @param field - The member of the request that caused the error
 * @returns The error to throw
 */
export function malformedRequest(message: string, field?: string): ConnectorError {
  return new ConnectorError("malformed_request", message, field === undefined ? {} : { field });
}

/**
 * Returns the text of a member of a JSON object exactly as it was received. A signature is computed over it, and writing
 * the parsed value again may result in another text.
 *
 * @param json - A valid JSON object
 * @param name - Name of the member
 * @returns Its text; of several members with the same name, that of the last one, as `JSON.parse` does. `undefined` when
 * there is none
 */
export function memberText(json: string, name: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let start = 0;
  let key: string | undefined;
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;
  for (let match = token.exec(json); match !== null; match = token.exec(json)) {
    const [text] = match;
    if (text === "{" || text === "[") depth += 1;
    else if (text === ":" && depth === 1) start = token.lastIndex;
    else if (text.startsWith('"')) {
      if (depth === 1 && key === undefined) key = String(JSON.parse(text));
    } else if (text !== ":") {
      const isEnd = depth === 1;
      if (isEnd && key === name) found = json.slice(start, match.index).trim();
      if (isEnd) key = undefined;
      if (text !== ",") depth -= 1;
    }
  }
  return found;
}
