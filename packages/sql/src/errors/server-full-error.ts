import { ConnectorError } from "@wellhead/sdk";

/** Seconds after which the caller may try again. */
const retryAfter = 5;

/** The server, or the user, has as many connections as it may have. Idle sessions of this service can be some of them. */
export class ServerFullError extends ConnectorError {
  /**
   * Creates the error.
   *
   * @param cause - The error of the server
   */
  constructor(cause: unknown) {
    super(
      "upstream_unavailable",
      "Could not read from the database: its maximum number of connections is reached. Try again.",
      { retryAfter, cause },
    );
  }
}
