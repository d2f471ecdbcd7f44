import { type ConnectorError, inputInvalid } from "@wellhead/sdk";
import { type AccountErrorContext, errorPosition } from "@wellhead/sql";
import type { ServerError } from "../protocol/server-error.js";

/**
 * Creates the error for a statement that the server rejects, with the position in it.
 *
 * @param context - The context of the error
 * @param state - The reason
 * @param cause - The server's error
 * @returns The error to throw
 */
export function refused(
  { action, field, statement }: AccountErrorContext,
  state: string,
  cause: ServerError,
): ConnectorError {
  const where = errorPosition(statement, cause.position);
  const hint = statement === undefined || cause.hint === undefined ? "" : ` ${cause.hint}`;
  return inputInvalid(`${action}: ${state}${where}.${hint}`, {
    ...(field !== undefined && { field }),
    cause,
  });
}
