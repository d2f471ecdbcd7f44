import { createHash } from "node:crypto";

/**
 * Makes the `ETag` of some bytes.
 *
 * @param body - The bytes
 * @returns A strong tag, in quotes
 */
export function entityTag(body: Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}
