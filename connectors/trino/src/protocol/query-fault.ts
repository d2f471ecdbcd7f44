import type { QueryError } from "./messages.js";

/** The error with which a server ended a query. */
export class QueryFault extends Error {
  /** The error as the server sent it. */
  readonly sent: QueryError;

  /** @param sent - The error as the server sent it */
  constructor(sent: QueryError) {
    super(sent.message ?? sent.errorName ?? "the query failed");
    this.sent = sent;
  }
}
