import { ConnectorError } from "@wellhead/sdk";
import type { ErrorContext } from "../table/table-reader.js";

/** The context of an error: what was being done, and whether the person has an account form. */
export interface AccountErrorContext extends ErrorContext {
  /** Whether the person filled in an account form. Without one, account errors must not name a form field. */
  readonly hasAccountForm: boolean;
}

const accountFields: ReadonlySet<string> = new Set([
  "host",
  "port",
  "database",
  "user",
  "password",
  "tls",
  "authority",
  "connection",
  "encoding",
  "clientCertificate",
  "clientKey",
  "clientKeyPassphrase",
]);

/**
 * Removes the field from an error when the person does not have the account form that contains it.
 *
 * @param error - The error to throw
 * @param context - Whether there is an account form
 * @returns The same error, or one without the field
 */
export function forForm(error: ConnectorError, { hasAccountForm }: AccountErrorContext): ConnectorError {
  if (hasAccountForm || error.field === undefined || !accountFields.has(error.field)) return error;
  const { code, message, retryAfter, cause } = error;
  return new ConnectorError(code, message, { ...(retryAfter !== undefined && { retryAfter }), cause });
}
