import { createHash } from "node:crypto";

/**
 * Computes the `ETag` of a body.
 *
 * @param body - The bytes of the body
 * @returns A strong tag, in quotes
 */
export function entityTag(body: Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}
