import { randomUUID } from "node:crypto";
import { headerOf, type WireRequest } from "./wire-request.js";

/** The id of a request and the headers that echo it. */
export interface RequestIds {
  /** Id of log lines and errors. */
  readonly id: string;
  /** Whether the caller chose the id. */
  readonly given: boolean;
  /** `x-correlationid` and `x-request-id` of the answer. */
  readonly headers: { readonly "x-correlationid": string; readonly "x-request-id": string };
}

/** What an id may look like: it ends in headers and logs, so nothing that could break either. */
const wellFormed = /^[A-Za-z0-9._:+/=@-]{1,128}$/;

/**
 * Reads the ids a caller gave its request, or makes one.
 *
 * An id longer than 128 characters, or with others than letters, digits and `._:+/=@-`, counts as absent.
 *
 * @param request - The request, of which only the headers are read
 * @returns The id, `x-correlationid` before `x-request-id`, and the echo of both
 * @see The connector contract, "General rules"
 */
export function requestIds(request: Pick<WireRequest, "headers">): RequestIds {
  const correlation = wellFormedHeader(request, "x-correlationid");
  const own = wellFormedHeader(request, "x-request-id");
  const given = correlation ?? own;
  const id = given ?? randomUUID();
  return {
    id,
    given: given !== undefined,
    headers: { "x-correlationid": correlation ?? id, "x-request-id": own ?? id },
  };
}

function wellFormedHeader(request: Pick<WireRequest, "headers">, name: string): string | undefined {
  const value = headerOf(request, name);
  return value !== undefined && wellFormed.test(value) ? value : undefined;
}
