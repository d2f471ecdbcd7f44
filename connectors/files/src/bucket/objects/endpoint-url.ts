/**
 * Parses the URL of a storage.
 *
 * @param text - The URL
 * @returns The URL
 * @throws TypeError when it is not the plain URL of a server; the error does not show it, because it may contain a
 *   secret
 */
export function endpointUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url !== undefined && /^https?:$/.test(url.protocol) && isPlain) return url;
  throw new TypeError(
    "Could not make a connector for a bucket: expected an endpoint such as https://storage.example.org without credentials, got another.",
  );
}
