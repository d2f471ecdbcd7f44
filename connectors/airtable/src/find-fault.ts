import { accountInvalid, type HttpAnswer, memberAt, rateLimited, upstreamInvalid } from "@wellhead/sdk";

/**
 * Finds what Airtable says in ways of its own.
 *
 * @param answer - An answer of the API
 * @returns The error to throw, or `undefined` when the usual rules hold
 * @see https://airtable.com/developers/web/api/errors
 * @see https://airtable.com/developers/web/api/rate-limits
 */
export function findFault({ status, body }: HttpAnswer): Error | undefined {
  if (status === 429) {
    // After too many requests Airtable refuses all for 30 seconds, and does not say so in a header.
    return rateLimited("Read from Airtable: its limit of 5 requests a second is reached", { retryAfter: 30 });
  }
  const type = memberAt(body, "error.type") ?? memberAt(body, "error");
  if (type === "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND" || type === "INVALID_PERMISSIONS") {
    return accountInvalid(
      "Read from Airtable: the token may not read this base, give it access to the base and the scopes data.records:read and schema.bases:read",
    );
  }
  if (type === "LIST_RECORDS_ITERATOR_NOT_AVAILABLE") {
    return upstreamInvalid("Read records: Airtable lost its place in the list, start again");
  }
  return undefined;
}
