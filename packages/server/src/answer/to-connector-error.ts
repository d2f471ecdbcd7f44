import { errorCodes } from "@wellhead/contract";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";

/**
 * Turns anything that was thrown into an error that may be answered.
 *
 * @param thrown - Anything that was thrown
 * @returns A copy of the error when it was made to be answered, else one of code `internal` that says nothing of it
 */
export function toConnectorError(thrown: unknown): ConnectorError {
  return (
    readError(thrown) ??
    new ConnectorError(
      "internal",
      "Answer request: an unexpected fault stopped it; try again, and if it stays, tell the operator the request id",
      { cause: thrown },
    )
  );
}

/**
 * Makes what was thrown safe to look at.
 *
 * @param thrown - Anything that was thrown
 * @returns The same; an error that says so when even asking for its class throws, as with some proxies
 */
export function readableThrown(thrown: unknown): unknown {
  try {
    // Asks for the prototype, as everything that looks at an error does first.
    void (thrown instanceof Error);
    return thrown;
  } catch {
    return new Error("What was thrown cannot be described: reading it throws.");
  }
}

/** Reads each member once into an error of our own: those of a proxy or behind a getter may change, or throw. */
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
