import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with AES-256-GCM, so that it cannot be read without the key and any change to it is detected.
 *
 * @param text - The text to seal
 * @param key - 32 bytes
 * @param place - Where the sealed text is stored, such as its key in a store; it cannot be opened for another place
 * @returns The sealed text, base64url
 */
export function seal(text: string, key: Buffer, place: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * Decrypts a text that {@link seal} encrypted.
 *
 * @param sealed - The sealed text
 * @param key - The key it was sealed with
 * @param place - The place it was sealed for
 * @returns The text; `undefined` when the key or the place differs or the sealed text was changed
 */
export function unseal(sealed: string, key: Buffer, place: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  try {
    const cipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    cipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return cipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + cipher.final("utf8");
  } catch {
    return undefined;
  }
}
