import { randomUUID } from "node:crypto";
import { headerOf, type WireRequest } from "./wire-request.js";

/** The id of a request and the headers that echo it. */
export interface RequestIds {
  /** The id in log lines and errors. */
  readonly id: string;
  /** Whether the caller chose the id. */
  readonly given: boolean;
  /** `x-correlationid` and `x-request-id` of the response. */
  readonly headers: { readonly "x-correlationid": string; readonly "x-request-id": string };
}

/** Matches a valid id. Ids are written to headers and logs, so characters that could break either are excluded. */
const wellFormed = /^[A-Za-z0-9._:+/=@-]{1,128}$/;

/**
 * Reads the ids that the caller gave its request, or generates one.
 *
 * An id with more than 128 characters, or with characters other than ASCII letters, digits and `._:+/=@-`, counts as
 * missing.
 *
 * @param request - The request; only its headers are read
 * @returns The id, which is `x-correlationid` if both headers are given, and the headers that echo both
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
