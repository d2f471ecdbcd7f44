import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Fewest characters of a secret; 32 random hexadecimal ones are 128 bits. */
const shortest = 32;

/**
 * The secret all replicas of a deployment share. From it come the values that let any replica finish what another
 * began; it is never sent anywhere.
 */
export class DeploymentSecret {
  /** A name that tells it from other secrets and says nothing about it. */
  readonly id: string;
  /** This one, then those it replaced, the latest first; what they protect is still read. */
  readonly all: readonly DeploymentSecret[];
  /** Whether it was made up for this process, so that no other process can finish what this one begins. */
  readonly madeUp: boolean;
  readonly #key: Buffer;

  /**
   * Takes the operator's secret, or makes one up.
   *
   * @param text - The secret, at least 32 characters; `undefined` or empty makes one up
   * @param previous - Secrets it replaced, the latest first. Default: none
   * @throws TypeError when one is shorter
   */
  constructor(text?: string, previous: readonly string[] = []) {
    this.madeUp = text === undefined || text === "";
    if (text !== undefined && text !== "" && text.length < shortest) {
      throw new TypeError(
        `Read WELLHEAD_SECRET: found ${text.length} characters, wanted at least ${shortest} random ones, such as from "openssl rand -hex 32"`,
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
   * @param purpose - What it is for; values of different purposes are unrelated
   * @param parts - What it belongs to; their borders count
   * @returns 32 bytes in base64url, 43 characters
   */
  derive(purpose: string, ...parts: readonly string[]): string {
    return createHmac("sha256", this.#key)
      .update(JSON.stringify([purpose, ...parts]))
      .digest("base64url");
  }

  /**
   * Derives a key to seal values with.
   *
   * @param purpose - What is sealed
   * @returns 32 bytes
   */
  key(purpose: string): Buffer {
    return Buffer.from(hkdfSync("sha256", this.#key, "", `seal ${purpose}`, 32));
  }
}
