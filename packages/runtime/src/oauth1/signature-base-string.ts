import { percentEncode } from "./percent-encode.js";

/** The parts of a request that are signed. */
export interface SignedParts {
  readonly method: string;
  readonly url: URL;
  /** Arguments of the protocol and of a form body. The arguments in `url` are added to them. */
  readonly parameters: ReadonlyArray<readonly [string, string]>;
}

/**
 * Builds the text that is signed.
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

/** Compares encoded texts. They are ASCII, so order by code unit equals the order by byte that RFC 5849 requires. */
function compare(one: string, two: string): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}
