import { parseUrl } from "../egress/parse-url.js";

/**
 * Checks an address of a provider.
 *
 * @param member - Member it stands in, for the sentence
 * @param address - The address; `{tenant}` may stand in it
 * @throws TypeError unless it is `https:`, or `http:` on this machine, and holds no credentials
 */
export function checkProviderAddress(member: string, address: string): void {
  const text = address.replaceAll("{tenant}", "tenant");
  const url = parseUrl(text);
  const safe = url?.protocol === "https:" || (url !== undefined && isLoopback(url));
  if (safe && url.username === "" && url.hash === "") return;
  throw new TypeError(`Define OAuth: ${member}: found "${address}", wanted an https address`);
}

/**
 * Reports whether an address is one of this machine, reached without TLS.
 *
 * @param url - The address
 * @returns Whether it is
 */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
