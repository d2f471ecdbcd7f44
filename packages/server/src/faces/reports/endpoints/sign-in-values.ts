import { ConnectorError, inputInvalid } from "@wellhead/sdk";

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
  throw new ConnectorError("missing_field", `Could not sign in: "${name}" is missing: ${what}.`, {
    field: name,
  });
}
