import { type ConnectorError, inputInvalid } from "@wellhead/sdk";
import type { ErrorPlace } from "@wellhead/sql";
import type { ServerError } from "../protocol/server-error.js";
import { placeInText } from "./place-in-text.js";

/**
 * Says why the server refuses a statement, and where in it.
 *
 * @param place - What was being done
 * @param state - What is wrong
 * @param cause - What the server said
 * @returns The error to throw
 */
export function refused(
  { action, field, statement }: ErrorPlace,
  state: string,
  cause: ServerError,
): ConnectorError {
  const where = statement === undefined ? "" : placeInText(statement, cause.position);
  const hint = statement === undefined || cause.hint === undefined ? "" : `; ${cause.hint}`;
  return inputInvalid(`${action}: ${state}${where}${hint}`, { ...(field !== undefined && { field }), cause });
}
