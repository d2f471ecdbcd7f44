/**
 * Parses a URL. Does not use `URL.canParse`: on Node 20 and 22 it returns wrong results for texts with letters such
 * as `ü` once it has been called some thousand times.
 *
 * @param text - Text that may be a URL
 * @param base - Base of a relative URL. Default: none
 * @returns The URL, or `undefined` when the text is not a URL
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
