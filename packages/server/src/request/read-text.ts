import { ConnectorError, inputInvalid } from "@wellhead/sdk";
import type { JsonObject } from "./json-object.js";

/**
 * Reads a member of a body as text. `null` and the empty string count as missing.
 *
 * @param body - Body of a request, or an object inside it
 * @param name - Name of the member
 * @returns The text, or `undefined` when there is none
 * @throws ConnectorError `invalid_field` when it has another type
 */
export function readText(body: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  const found = Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
  throw inputInvalid(`Read "${name}": found ${found}, wanted text`, { field: name });
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
    throw inputInvalid(`Read "${name}": found several values, wanted one`, { field: name });
  const [value] = values;
  return value === "" ? undefined : value;
}

/** Maximum number of characters of each value in a sign-in; larger than what providers and platforms use. */
export const maxSignInChars = {
  /** `state`; platforms use a few dozen. */
  state: 2048,
  /** An authorization code; the longest in use have fewer than 3,000 characters. */
  code: 8192,
  /** A temporary token, its secret, or a verifier of OAuth 1. */
  token: 2048,
} as const;

/**
 * Checks the length of a value of a sign-in, before any code parses or stores it.
 *
 * @param text - The value; `undefined` when it is missing
 * @param name - Name of the member or argument that contains it
 * @param maxChars - Maximum number of characters
 * @returns The text
 * @throws ConnectorError `invalid_field` when the text is longer
 */
export function checkLength(text: string | undefined, name: string, maxChars: number): string | undefined {
  if (text === undefined || text.length <= maxChars) return text;
  throw inputInvalid(
    `Could not read "${name}": expected at most ${maxChars} characters, got ${text.length}. Start the sign-in again.`,
    { field: name },
  );
}

/**
 * Throws if a required member is missing.
 *
 * @param value - The value that was read
 * @param name - Name of the member
 * @param what - Description of the member for the error message
 * @returns The value
 * @throws ConnectorError `missing_field` when the value is `undefined`
 */
export function demandText(value: string | undefined, name: string, what: string): string {
  if (value !== undefined) return value;
  throw new ConnectorError("missing_field", `Sign in: found no "${name}", wanted ${what}`, { field: name });
}
