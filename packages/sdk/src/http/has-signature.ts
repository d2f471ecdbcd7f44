import { createHmac, timingSafeEqual } from "node:crypto";

/** Options of {@link hasSignature}. */
export interface SignatureOptions {
  /** What was signed, such as the body of an event. */
  readonly signed: string | Uint8Array;
  /** The signature as received; `undefined` is never valid. */
  readonly signature: string | undefined;
  /** The secrets that it may have been made with; a secret that was replaced may still be in use. */
  readonly secrets: readonly string[];
  /** Hash function of the HMAC. Default: `sha256`. */
  readonly algorithm?: "sha1" | "sha256" | "sha512";
  /** How the signature is written. Default: `hex`. */
  readonly encoding?: "hex" | "base64";
  /** Text before the signature, such as `sha256=`. Default: none. */
  readonly prefix?: string;
}

/**
 * Reports whether a signature is the HMAC of a text. The duration does not depend on where a wrong signature differs,
 * so that a signature cannot be guessed byte by byte.
 *
 * @param options - The text, the signature and the secrets
 * @returns Whether one of the secrets made the signature
 * @example
 * ```ts snippet=examples/sdk/webhooks.ts#signature
 * return hasSignature({ signed: body, signature, secrets, prefix: "sha256=" });
 * ```
 */
export function hasSignature(options: SignatureOptions): boolean {
  const { signed, signature, secrets, algorithm = "sha256", encoding = "hex", prefix = "" } = options;
  if (signature === undefined || !signature.startsWith(prefix)) return false;
  const text = signature.slice(prefix.length);
  const given = Buffer.from(encoding === "hex" ? text.toLowerCase() : text);
  let isValid = false;
  for (const secret of secrets) {
    const expected = Buffer.from(createHmac(algorithm, secret).update(signed).digest(encoding));
    if (secret !== "" && given.length === expected.length && timingSafeEqual(given, expected)) isValid = true;
  }
  return isValid;
}
