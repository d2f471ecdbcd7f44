import { readFile } from "node:fs/promises";
import { entityTag } from "../answer/entity-tag.js";
import { sanitizeSvg } from "./sanitize-svg.js";

/** A logo as it is answered. */
export type Logo =
  | { readonly kind: "none" }
  | { readonly kind: "elsewhere"; readonly address: string }
  | { readonly kind: "svg"; readonly body: Buffer; readonly tag: string };

/**
 * Reads a logo and takes out of it all that could run or load anything.
 *
 * @param logo - Address the definition names
 * @returns The logo, or where it is
 * @throws Error when the file cannot be read or is no SVG
 * @see The connector contract, GET /logo
 */
export async function loadLogo(logo: URL | undefined): Promise<Logo> {
  if (logo === undefined) return { kind: "none" };
  if (logo.protocol !== "file:") return { kind: "elsewhere", address: logo.href };
  const body = Buffer.from(sanitizeSvg(await readFile(logo, "utf8")));
  return { kind: "svg", body, tag: entityTag(body) };
}
