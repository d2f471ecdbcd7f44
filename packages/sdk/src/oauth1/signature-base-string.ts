import { percentEncode } from "./percent-encode.js";

/** A request whose signature is made. */
export interface SignedParts {
  readonly method: string;
  readonly url: URL;
  /** Arguments of the protocol, and of a form body; those of the address are read from it. */
  readonly parameters: ReadonlyArray<readonly [string, string]>;
}

/**
 * Makes the text that is signed.
 *
 * @param parts - Method, address and arguments
 * @returns The base string
 * @see RFC 5849, section 3.4.1
 */
export function signatureBaseString({ method, url, parameters }: SignedParts): string {
  const all = [...url.searchParams, ...parameters].map(
    ([name, value]) => [percentEncode(name), percentEncode(value)] as const,
  );
  const normal = all
    .toSorted((one, two) => compare(one[0], two[0]) || compare(one[1], two[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  return [method.toUpperCase(), `${url.origin}${url.pathname}`, normal].map(percentEncode).join("&");
}

/** Encoded texts are ASCII, so their order by code unit is the order by byte that is asked for. */
function compare(one: string, two: string): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}
