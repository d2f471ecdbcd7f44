import { inspect } from "node:util";
import { errorCodes } from "@wellhead/contract/vocabulary";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";

/** Describes a value that a connector threw to the caller; `undefined` when there is nothing to say about it. */
export type DescribeFault = (thrown: unknown) => string | undefined;

/**
 * Converts any thrown value into an error that may be sent to the caller.
 *
 * @param thrown - Any thrown value
 * @param describeFault - Describes what is not a `ConnectorError`. Default: it is not described
 * @returns A copy of the error if it is a `ConnectorError`; otherwise an `internal` error that reveals nothing about it
 */
export function toConnectorError(thrown: unknown, describeFault?: DescribeFault): ConnectorError {
  return (
    readError(thrown) ??
    new ConnectorError(
      "internal",
      describeFault?.(thrown) ??
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

/** Maximum number of causes that are described. */
const maxCauses = 5;

/** Maximum number of characters per cause. */
const maxLength = 4000;

/**
 * Describes a thrown value and its causes for the operator's log: only names, codes, messages and stacks. Other members
 * of an error, such as a request or its headers, never reach the log.
 *
 * @param thrown - Anything that was thrown
 * @returns The text, from which secrets have not been removed yet
 */
export function describeCause(thrown: unknown): string {
  const parts: string[] = [];
  let next = thrown;
  for (let depth = 0; depth < maxCauses && next !== undefined; depth += 1) {
    parts.push(describeOne(next));
    next = causeOf(next);
  }
  return parts.length === 0 ? "undefined was thrown" : parts.join("\ncaused by: ");
}

function describeOne(value: unknown): string {
  // Proxies, getters and the `toString` of a thrown value may throw.
  try {
    if (!(value instanceof Error))
      return `not an Error but ${inspect(value, { depth: 0, maxStringLength: 200 })}`.slice(0, maxLength);
    const code = "code" in value && typeof value.code === "string" ? ` [${value.code.slice(0, 80)}]` : "";
    return `${(value.stack ?? `${value.name}: ${value.message}`).slice(0, maxLength)}${code}`;
  } catch {
    return "an error that cannot be described: reading it throws";
  }
}

function causeOf(value: unknown): unknown {
  try {
    return value instanceof Error ? value.cause : undefined;
  } catch {
    return undefined;
  }
}
