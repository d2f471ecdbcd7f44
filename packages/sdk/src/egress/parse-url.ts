/**
 * Reads an address. `URL.canParse` is no help here: on Node 20 and 22 it misjudges texts with letters such as `ü` as
 * soon as it has been called some thousand times.
 *
 * @param text - Text that may be an address
 * @param base - Address that it may be relative to. Default: none
 * @returns The address, or `undefined` when the text is none
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
