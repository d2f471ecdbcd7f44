import {
  ConnectorError,
  inputInvalid,
  isConnectorError,
  upstreamInvalid,
  upstreamTimeout,
} from "@wellhead/sdk";
import { ServerError } from "../protocol/server-error.js";
import { explainServerError } from "./explain-server-error.js";
import { explainTlsError } from "./explain-tls-error.js";

/** What was being done when an error came. */
export interface ErrorPlace {
  /** The action in words, such as `Read the table "orders"`. */
  readonly action: string;
  /** Filter field that a statement the server refuses comes from. Default: none. */
  readonly field?: string;
  /** The statement as the person wrote it, for the place of an error. Default: the person wrote none. */
  readonly statement?: string;
  /** Whether the person filled in an account form; otherwise errors of the account name no field of it. */
  readonly hasAccountForm: boolean;
}

/**
 * Puts an error of the server, of TLS or of the connection into words for the person in front of the form.
 *
 * @param error - What was thrown
 * @param place - What was being done
 * @returns The error to throw; an abort stays what it is
 */
export function explainError(error: unknown, place: ErrorPlace): unknown {
  if (error instanceof ServerError) return forForm(explainServerError(error, place), place);
  if (isConnectorError(error)) return forForm(error, place);
  if (error instanceof DOMException) {
    return error.name === "TimeoutError"
      ? upstreamTimeout(`${place.action}: the database did not answer in time`, { cause: error })
      : error;
  }
  const tls = explainTlsError(error);
  if (tls !== undefined) return forForm(tls, place);
  if (error instanceof TypeError && error.message.includes("NUL")) {
    return inputInvalid(`${place.action}: found a NUL character, wanted text without one`, {
      ...(place.field !== undefined && { field: place.field }),
    });
  }
  if (error instanceof RangeError) {
    return upstreamInvalid(`${place.action}: what answered does not speak as PostgreSQL does`, {
      cause: error,
    });
  }
  return error;
}

const accountFields: ReadonlySet<string> = new Set([
  "host",
  "port",
  "database",
  "user",
  "password",
  "tls",
  "authority",
]);

/** Leaves out the field of an account form that the person does not have. */
function forForm(error: ConnectorError, { hasAccountForm }: ErrorPlace): ConnectorError {
  if (hasAccountForm || error.field === undefined || !accountFields.has(error.field)) return error;
  const { code, message, retryAfter, cause } = error;
  return new ConnectorError(code, message, { ...(retryAfter !== undefined && { retryAfter }), cause });
}
