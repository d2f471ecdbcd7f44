import { errorCodes } from "@wellhead/contract/vocabulary";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";

/**
 * Converts any thrown value into an error that may be sent to the caller.
 *
 * @param thrown - Any thrown value
 * @returns A copy of the error if it is a `ConnectorError`; otherwise an `internal` error that reveals nothing about it
 */
export function toConnectorError(thrown: unknown): ConnectorError {
  return (
    readError(thrown) ??
    new ConnectorError(
      "internal",
      "Could not answer the request: an unexpected error occurred. Try again. If it happens again, tell the operator the request id.",
      { cause: thrown },
    )
  );
}

/**
 * Makes a thrown value safe to inspect.
 *
 * @param thrown - Any thrown value
 * @returns The same value; an error saying so if even reading its prototype throws, as it does with some proxies
 */
export function readableThrown(thrown: unknown): unknown {
  try {
    // Reads the prototype, as all code that inspects an error does first.
    void (thrown instanceof Error);
    return thrown;
  } catch {
    return new Error("Could not describe what was thrown: reading it throws.");
  }
}

/** Copies each member once into a new error: the members of a proxy, or behind a getter, may change or throw. */
function readError(thrown: unknown): ConnectorError | undefined {
  try {
    if (!isConnectorError(thrown)) return undefined;
    const { code, message, field, retryAfter, cause = thrown } = thrown;
    if (!Object.hasOwn(errorCodes, code) || typeof message !== "string") return undefined;
    return new ConnectorError(code, message, {
      ...(typeof field === "string" && { field }),
      ...(typeof retryAfter === "number" && { retryAfter }),
      cause,
    });
  } catch {
    return undefined;
  }
}
