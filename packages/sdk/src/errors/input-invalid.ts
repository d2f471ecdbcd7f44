import { ConnectorError, type ConnectorErrorOptions } from "./connector-error.js";

/**
 * A value the person typed cannot be used. Answered as 400 with the field's id.
 *
 * @param message - What was found and what is wanted
 * @param options - The field it belongs to
 * @returns The error to throw
 */
export function inputInvalid(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("invalid_field", message, options);
}
