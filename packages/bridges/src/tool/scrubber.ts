const mask = "[secret]";
/** Shorter texts occur in many words by chance. */
const minLength = 4;

/** Removes secrets from what a program writes: as they are, and in the encodings that programs print. */
export class Scrubber {
  readonly #secrets: readonly string[];

  /** @param secrets - Texts to remove */
  constructor(secrets: readonly string[]) {
    const forms = secrets
      .filter((secret) => secret.length >= minLength)
      .flatMap((secret) => {
        const bytes = Buffer.from(secret);
        const escaped = JSON.stringify(secret).slice(1, -1);
        const texts = [secret, escaped, encodeURIComponent(secret), bytes.toString("hex")];
        return [...texts, bytes.toString("base64"), bytes.toString("base64url")];
      });
    // The longest first, so that none is left in part.
    this.#secrets = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  }

  /**
   * @param text - A line of a program
   * @returns The line without secrets
   */
  scrub(text: string): string {
    let scrubbed = text;
    for (const secret of this.#secrets) scrubbed = scrubbed.replaceAll(secret, mask);
    return scrubbed;
  }
}
