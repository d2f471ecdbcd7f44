import { randomUUID } from "node:crypto";

/** A request as it was received, independent of the HTTP server. */
export interface WireRequest {
  readonly method: string;
  /** Path relative to the connector's base address, decoded, with a leading slash. */
  readonly path: string;
  /** Query without the question mark; empty when there is none. */
  readonly query: string;
  /** Headers; names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body; `undefined` when there is none. */
  readonly body: Uint8Array | undefined;
}

/**
 * Returns one header of a request as text.
 *
 * @param request - The request
 * @param name - Header name in lower case
 * @returns Its value, with several values joined by commas; `undefined` when it is missing
 */
export function headerOf(request: Pick<WireRequest, "headers">, name: string): string | undefined {
  const value = Object.hasOwn(request.headers, name) ? request.headers[name] : undefined;
  return typeof value === "object" ? value.join(",") : value;
}

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

/** One choice of an `Accept` or `Accept-Encoding` header. */
export interface Quality {
  /** Name in lower case, without parameters. */
  readonly name: string;
  /** From 0 to 1. */
  readonly quality: number;
}

/** Maximum number of choices to parse, more than any caller sends. Further choices are ignored. */
const maxChoices = 32;

/**
 * Parses a header that lists choices with qualities.
 *
 * @param header - Value of `Accept` or `Accept-Encoding`
 * @returns The choices with a quality above 0, the best first; equals keep their order
 */
export function parseQualities(header: string): Quality[] {
  return allQualities(header)
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
}

/**
 * Parses a header that lists choices with qualities, including the refused ones.
 *
 * @param header - Value of `Accept` or `Accept-Encoding`
 * @returns The choices, in the order of the header
 */
export function allQualities(header: string): Quality[] {
  return header
    .split(",", maxChoices)
    .map((part) => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      return { name, quality: qualityOf(parameters) };
    })
    .filter(({ name }) => name !== "");
}

function qualityOf(parameters: readonly string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  if (written === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(written) ? Number(written) : 0;
}
