import { ConnectorError, inputInvalid } from "@wellhead/sdk";
import type { JsonObject } from "./json-object.js";

/**
 * Reads a member of a body that is text; absent, `null` and empty text mean the same.
 *
 * @param body - Body of a request, or an object in it
 * @param name - Name of the member
 * @returns The text, or `undefined` when there is none
 * @throws ConnectorError `invalid_field` when it is something else
 */
export function readText(body: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  const found = Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
  throw inputInvalid(`Read "${name}": found ${found}, wanted text`, { field: name });
}

/**
 * Reads an argument of a query; a repeated one must always say the same.
 *
 * @param query - The query
 * @param name - Name of the argument
 * @returns The text, or `undefined` when it is absent or empty
 * @throws ConnectorError `invalid_field` when it has several values
 */
export function readArgument(query: URLSearchParams, name: string): string | undefined {
  const values = new Set(query.getAll(name));
  if (values.size > 1)
    throw inputInvalid(`Read "${name}": found several values, wanted one`, { field: name });
  const [value] = values;
  return value === "" ? undefined : value;
}

/** Maximum characters of what a sign-in is made of, above what providers and platforms use. */
export const maxSignInChars = {
  /** `state`; platforms use a few dozen. */
  state: 2048,
  /** A code; the longest in use are below 3,000. */
  code: 8192,
  /** A temporary token, its secret, or a verifier of OAuth 1. */
  token: 2048,
} as const;

/**
 * Checks the length of a part of a sign-in, before anything looks at it or stores it.
 *
 * @param text - The part; `undefined` when there is none
 * @param name - Name of the member or argument it came in
 * @param maxChars - Maximum number of characters
 * @returns The text
 * @throws ConnectorError `invalid_field` when it is longer
 */
export function checkLength(text: string | undefined, name: string, maxChars: number): string | undefined {
  if (text === undefined || text.length <= maxChars) return text;
  throw inputInvalid(
    `Could not read "${name}": expected at most ${maxChars} characters, got ${text.length}. Start the sign-in again.`,
    { field: name },
  );
}

/**
 * Demands a member that must be there.
 *
 * @param value - What was read
 * @param name - Name of the member
 * @param what - What it is, for the sentence
 * @returns The text
 * @throws ConnectorError `missing_field` when there is none
 */
export function demandText(value: string | undefined, name: string, what: string): string {
  if (value !== undefined) return value;
  throw new ConnectorError("missing_field", `Sign in: found no "${name}", wanted ${what}`, { field: name });
}
