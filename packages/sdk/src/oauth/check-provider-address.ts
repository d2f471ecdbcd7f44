import { parseUrl } from "../values/parse-url.js";

/**
 * Checks an address of a provider.
 *
 * @param member - Name of the member that contains the address, for error messages
 * @param address - The address; it may contain `{tenant}`
 * @throws TypeError unless it is `https:`, or `http:` on this machine, and has neither a user name nor a fragment
 */
export function checkProviderAddress(member: string, address: string): void {
  const text = address.replaceAll("{tenant}", "tenant");
  const url = parseUrl(text);
  const safe = url?.protocol === "https:" || (url !== undefined && isLoopback(url));
  if (safe && url.username === "" && url.hash === "") return;
  throw new TypeError(`Could not define OAuth: ${member}: expected an https address, got "${address}".`);
}

/**
 * Reports whether an address is an `http:` address of this machine.
 *
 * @param url - The address
 * @returns Whether it is an `http:` address of this machine
 */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
