import { usageError } from "../command-error.js";

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Reads the base address of a connector. Without a scheme, `http://` is meant for this machine and `https://` for others.
 *
 * @param text - What was typed
 * @returns The address, without query and without trailing slash
 * @throws CommandError when it is no web address
 */
export function readAddress(text: string): URL {
  // A misspelt scheme reads like a host of that name; a port is what may follow one.
  if (/^[a-z][a-z0-9+.-]*:(?!\d)(?!\/\/)/i.test(text)) {
    throw usageError(`Read the address: found "${text}", wanted one such as http://127.0.0.1:8642`);
  }
  const host = /^[^/:[]+|^\[[^\]]*\]/.exec(text)?.[0] ?? "";
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `${loopback.test(host) ? "http" : "https"}://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw usageError(`Read the address: found "${text}", wanted one such as http://127.0.0.1:8642`);
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  url.search = "";
  url.hash = "";
  return url;
}

/**
 * Joins the base address of a connector and a path of the contract.
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
 * Tells whether an address is on this machine.
 *
 * @param url - The address
 * @returns Whether its host is the loopback
 */
export function isLoopback(url: URL): boolean {
  return loopback.test(url.hostname);
}
