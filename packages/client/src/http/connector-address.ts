const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const anyScheme = /^[a-z][a-z0-9+.-]*:\//i;

/**
 * Reads the base address of a connector. Without a scheme it is `http://` on this machine and `https://` elsewhere.
 *
 * @param text - What the user typed
 * @returns The address, without query, fragment and trailing slash
 * @throws TypeError when it is not a web address
 */
export function connectorAddress(text: string): URL {
  const host = /^[^/:[]+|^\[[^\]]*\]/.exec(text)?.[0] ?? "";
  const full = anyScheme.test(text) ? text : `${loopback.test(host) ? "http" : "https"}://${text}`;
  const url = /^https?:\/\//i.test(full) && URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined) {
    throw new TypeError(
      `Could not read the address: expected one such as http://127.0.0.1:8642, got "${text}". Check the spelling.`,
    );
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  url.search = "";
  url.hash = "";
  return url;
}

/**
 * Joins the base address of a connector and a path of the interface.
 *
 * @param base - Base address
 * @param path - Path such as `/validate`
 * @returns The address to call
 */
export function joinAddress(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, "")}${path}`;
  return url;
}

/**
 * Reports whether an address is on this machine.
 *
 * @param url - The address
 * @returns Whether its host is a loopback address or `localhost`
 */
export function isLoopback(url: URL): boolean {
  return loopback.test(url.hostname);
}
