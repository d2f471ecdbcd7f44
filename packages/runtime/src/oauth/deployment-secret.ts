import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Minimum length of a secret in characters; 32 random hexadecimal digits have 128 bits. */
const shortest = 32;

/**
 * The secret that all replicas of a deployment share. Values derived from it let any replica finish what another one
 * started. The secret itself is never sent anywhere.
 */
export class DeploymentSecret {
  /** An id that distinguishes the secret from others and reveals nothing about it. */
  readonly id: string;
  /** This secret, then the secrets that it replaced, latest first. Values that those protect can still be read. */
  readonly all: readonly DeploymentSecret[];
  /** Whether the secret was generated for this process. Other processes then cannot finish what this one starts. */
  readonly madeUp: boolean;
  readonly #key: Buffer;
  readonly #keys = new Map<string, Buffer>();

  /**
   * Uses the operator's secret, or generates one.
   *
   * @param text - The secret, at least 32 characters; if it is `undefined` or empty, a random secret is generated
   * @param previous - Secrets that it replaced, latest first. Default: none
   * @throws TypeError when one of them is shorter
   */
  constructor(text?: string, previous: readonly string[] = []) {
    this.madeUp = text === undefined || text === "";
    if (text !== undefined && text !== "" && text.length < shortest) {
      throw new TypeError(
        `Could not read WELLHEAD_SECRET: expected at least ${shortest} random characters, such as from "openssl rand -hex 32", got ${text.length}.`,
      );
    }
    this.#key =
      text === undefined || text === "" ? randomBytes(32) : createHash("sha256").update(text).digest();
    this.id = this.derive("id");
    this.all = [this, ...previous.map((one) => new DeploymentSecret(one))];
  }

  /**
   * Derives a value that only this deployment can derive.
   *
   * @param purpose - Purpose of the value; values for different purposes are unrelated
   * @param parts - What the value belongs to; `"a", "bc"` and `"ab", "c"` result in different values
   * @returns 32 bytes in base64url, 43 characters
   */
  derive(purpose: string, ...parts: readonly string[]): string {
    return createHmac("sha256", this.#key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest("base64url");
  }

  /**
   * Derives a key for sealing values, once per purpose.
   *
   * @param purpose - Purpose of the sealed values, one of a few constants
   * @returns 32 bytes, which must not be changed
   */
  key(purpose: string): Buffer {
    const known = this.#keys.get(purpose);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync("sha256", this.#key, "", `seal ${purpose}`, 32));
    this.#keys.set(purpose, key);
    return key;
  }
}

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
  return sealWith(randomBytes(nonceBytes), { text, key, place });
}

/**
 * Encrypts a text like {@link seal}, but always with the same result. Whoever sees two results learns whether the texts
 * are equal, and nothing else.
 *
 * @param text - The text to seal
 * @param key - 32 bytes, used for nothing but this function
 * @param place - Where the sealed text is stored; it cannot be opened for another place
 * @returns The sealed text, base64url
 */
export function sealSame(text: string, key: Buffer, place: string): string {
  // A nonce must not be used for two texts, and this one is different for each.
  const nonce = createHmac("sha256", key)
    .update(JSON.stringify([place, text]))
    .digest();
  return sealWith(nonce.subarray(0, nonceBytes), { text, key, place });
}

interface Unsealed {
  readonly text: string;
  readonly key: Buffer;
  readonly place: string;
}

function sealWith(nonce: Buffer, { text, key, place }: Unsealed): string {
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
