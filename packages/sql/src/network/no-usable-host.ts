import { ConnectorError } from "@wellhead/sdk";

/** One of several servers, which cannot be used. */
export interface HostFailure {
  /** Its name and port. */
  readonly host: string;
  /** The reason, as a sentence. */
  readonly message: string;
}

/**
 * Creates the error for a database none of whose servers can be used.
 *
 * @param failures - Each server with its reason
 * @returns The error to throw
 */
export function noUsableHost(failures: readonly HostFailure[]): ConnectorError {
  const reasons = failures.map(({ host, message }) => `${host}: ${reasonOf(message)}`).join("; ");
  return new ConnectorError(
    "upstream_unavailable",
    `Could not connect to the database: no server of it can be used (${reasons}). Check their names and ports, or ask their administrator.`,
    { field: "host", retryAfter: 5 },
  );
}

/** Returns the reason without the action that failed. */
function reasonOf(message: string): string {
  return message.replace(/^(?:Could not )?\w[^:"]*(?:"[^"]*")?: /, "").replace(/\.$/, "");
}
