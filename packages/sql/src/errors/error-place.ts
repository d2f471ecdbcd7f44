import { ConnectorError } from "@wellhead/sdk";
import type { Place } from "../source/table-reader.js";

/** What was being done when an error came, and by whom. */
export interface ErrorPlace extends Place {
  /** Whether the person filled in an account form; otherwise errors of the account name no field of it. */
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
 * Leaves out the field of an account form that the person does not have.
 *
 * @param error - The error to throw
 * @param place - Whether there is a form
 * @returns The same error, or one without the field
 */
export function forForm(error: ConnectorError, { hasAccountForm }: ErrorPlace): ConnectorError {
  if (hasAccountForm || error.field === undefined || !accountFields.has(error.field)) return error;
  const { code, message, retryAfter, cause } = error;
  return new ConnectorError(code, message, { ...(retryAfter !== undefined && { retryAfter }), cause });
}
