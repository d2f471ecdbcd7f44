import { inputInvalid } from "@wellhead/sdk";
import { isJsonObject, type JsonObject } from "./json-object.js";
import { malformedRequest } from "./malformed-request.js";

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
  throw malformedRequest(`Read "${name}": found ${kindOf(value)}, wanted an object`, name);
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
  throw malformedRequest(`Read "${name}": found ${kindOf(value)}, wanted the text of an id`, name);
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
  throw inputInvalid(`Read "${name}": found ${kindOf(value)}, wanted a whole number from 0`, { field: name });
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
