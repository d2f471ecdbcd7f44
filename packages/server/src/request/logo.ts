import { readFile } from "node:fs/promises";
import { entityTag } from "./answer.js";

/** A logo as the service returns it. */
export type Logo =
  | { readonly kind: "none" }
  | { readonly kind: "elsewhere"; readonly address: string }
  | { readonly kind: "svg"; readonly body: Buffer; readonly tag: string };

/**
 * Reads a logo and removes everything in it that could execute code or load other resources.
 *
 * @param logo - The URL in the definition of the connector
 * @returns The sanitized logo, or its URL when it is not a local file
 * @throws Error when the file cannot be read or is not an SVG
 * @see The connector contract, GET /logo
 */
export async function loadLogo(logo: URL | undefined): Promise<Logo> {
  if (logo === undefined) return { kind: "none" };
  if (logo.protocol !== "file:") return { kind: "elsewhere", address: logo.href };
  // Most services have logos, but a logo is rarely requested.
  const { sanitizeSvg } = await import("./sanitize-svg.js");
  const body = Buffer.from(sanitizeSvg(await readFile(logo, "utf8")));
  return { kind: "svg", body, tag: entityTag(body) };
}
