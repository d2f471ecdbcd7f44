import type { LayerRequest } from "@wellhead/runtime";
import { Scrubber, withheld } from "@wellhead/server";
import type { TapeBody, TapeRequest } from "./tape.js";
import { mapTexts, tapeBodyOf } from "./tape-body.js";

/** What replaces a secret on a tape. */
export const secretMark = "[secret]";

/** Headers that say nothing about what is requested. */
const transportHeaders = new Set(["accept-encoding", "user-agent", "content-length", "host", "connection"]);

/** Headers that always contain credentials or depend on them. */
const credentialHeaders = new Set(["authorization", "proxy-authorization", "cookie"]);

/** Replaces secrets in texts of any length. */
export class TapeScrubber {
  readonly #scrubber = new Scrubber(Number.POSITIVE_INFINITY);

  /** @param secrets - Texts to replace */
  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret);
  }

  /** The secrets, in plain text. */
  get secrets(): readonly string[] {
    return this.#scrubber.secrets();
  }

  /** @param secret - A text to replace from now on */
  add(secret: string): void {
    if (secret !== secretMark && !this.#scrubber.secrets().includes(secret)) this.#scrubber.add(secret);
  }

  /**
   * Replaces the secrets in a text or number.
   *
   * @param value - The text or number
   * @returns The value, with `[secret]` instead of each secret
   * @throws TypeError when the text cannot be searched
   */
  readonly scrub = (value: string | number): string | number => {
    if (typeof value === "number") return this.#scrubber.isSecretNumber(value) ? secretMark : value;
    const scrubbed = this.#scrubber.scrub(value);
    if (scrubbed === withheld && value !== withheld)
      throw new TypeError("Could not search a text for secrets: it is too complex. Record less of it.");
    return scrubbed;
  };

  /**
   * Replaces a text that contains a secret as a whole, because its remainder may depend on the secret.
   *
   * @param text - The text
   * @returns The text, or `[secret]`
   */
  mask(text: string): string {
    return this.scrub(text) === text ? text : secretMark;
  }
}

/**
 * Converts a request to its form on a tape. Requests that mean the same have the same form: the query is sorted, and
 * credentials of any account become `[secret]`.
 *
 * @param request - The request
 * @param scrubber - Knows the secrets of its account
 * @returns The form on a tape
 */
export function tapeRequestOf(request: LayerRequest, scrubber: TapeScrubber): TapeRequest {
  const { method, headers, body = "" } = request;
  const kept = Object.entries(headers)
    .filter(([name]) => !transportHeaders.has(name))
    .map(([name, value]) => [name, credentialHeaders.has(name) ? secretMark : scrubber.mask(value)] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  const tapeBody = isForm ? formBody(body, scrubber) : tapeBodyOf(Buffer.from(body));
  return {
    method,
    url: tapeUrlOf(request.url, scrubber),
    headers: Object.fromEntries(kept),
    ...(tapeBody !== undefined && { body: mapBody(tapeBody, scrubber.scrub) }),
  };
}

/**
 * Changes every text in a body.
 *
 * @param body - The body
 * @param change - Receives a text or a number and returns what replaces it
 * @returns The changed body
 */
export function mapBody(body: TapeBody, change: (value: string | number) => string | number): TapeBody {
  if ("json" in body) return { json: mapTexts(body.json, change) };
  if ("base64" in body) return { base64: String(change(body.base64)) };
  return { lines: String(change(body.lines.join("\n"))).split("\n") };
}

function tapeUrlOf(url: URL, scrubber: TapeScrubber): string {
  const path = `${url.origin}${url.pathname
    .split("/")
    .map((part) => scrubber.mask(part))
    .join("/")}`;
  const query = maskedPairs(url.searchParams, scrubber);
  return query === "" ? path : `${path}?${query}`;
}

function formBody(body: string, scrubber: TapeScrubber): TapeBody {
  return { lines: [maskedPairs(new URLSearchParams(body), scrubber)] };
}

function maskedPairs(pairs: URLSearchParams, scrubber: TapeScrubber): string {
  const masked = new URLSearchParams();
  for (const [name, value] of pairs) masked.append(name, scrubber.mask(value));
  masked.sort();
  return masked.toString();
}
