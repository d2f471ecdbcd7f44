import { ConnectorError, type ConnectorErrorOptions } from "./connector-error.js";

/**
 * Creates the error for a value that the person typed and that is not valid. Reported as 400 with the field's id.
 *
 * @param message - The value that was expected and the value that was given
 * @param options - Field and cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#input-invalid
 * if (!/^[\w-]+$/.test(project)) {
 *   throw inputInvalid(`Expected the key of a project such as WELL, got "${project}".`, { field: "project" });
 * }
 * ```
 */
export function inputInvalid(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("invalid_field", message, options);
}
