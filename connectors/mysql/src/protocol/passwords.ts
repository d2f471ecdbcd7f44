import { Buffer } from "node:buffer";
import { constants, createHash, publicEncrypt } from "node:crypto";

/**
 * Creates the `mysql_native_password` response to the server's random bytes.
 *
 * @param password - The password
 * @param salt - The random bytes
 * @returns The response; empty for an empty password
 */
export function nativeAnswer(password: string, salt: Buffer): Buffer {
  if (password === "") return Buffer.alloc(0);
  const once = digest("sha1", Buffer.from(password));
  return mix(once, digest("sha1", salt, digest("sha1", once)));
}

/**
 * Creates the `caching_sha2_password` response to the server's random bytes.
 *
 * @param password - The password
 * @param salt - The random bytes
 * @returns The response; empty for an empty password
 */
export function sha2Answer(password: string, salt: Buffer): Buffer {
  if (password === "") return Buffer.alloc(0);
  const once = digest("sha256", Buffer.from(password));
  return mix(once, digest("sha256", digest("sha256", once), salt));
}

/**
 * Encrypts a password with the server's public key.
 *
 * @param password - The password
 * @param salt - The server's random bytes
 * @param key - Public key of the server, as PEM
 * @returns The encrypted password
 */
export function encryptPassword(password: string, salt: Buffer, key: Buffer): Buffer {
  const plain = mix(Buffer.from(`${password}\0`), salt);
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING }, plain);
}

function mix(bytes: Buffer, other: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (other[index % other.length] ?? 0)));
}

function digest(name: string, ...parts: readonly Buffer[]): Buffer {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
}
