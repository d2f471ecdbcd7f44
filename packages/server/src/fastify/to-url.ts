import type { AddressInfo } from "node:net";
import { isEveryInterface } from "../callers/loopback.js";

/**
 * Formats the address a server listens on as a URL.
 *
 * @param address - The address as the server reports it
 * @param scheme - `https` for a listener with certificates
 * @returns Its URL without trailing slash; an address that means every interface is written as loopback
 */
export function toUrl(address: AddressInfo | string | null, scheme: "http" | "https" = "http"): string {
  if (typeof address !== "object" || address === null) return String(address);
  const { family, port } = address;
  const host = isEveryInterface(address.address) ? "127.0.0.1" : address.address;
  return `${scheme}://${family === "IPv6" && host.includes(":") ? `[${host}]` : host}:${port}`;
}
