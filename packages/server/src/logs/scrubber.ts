import { escapedSecret } from "./escaped-secret.js";
import { secretForms } from "./secret-forms.js";

/** What stands where a secret was. */
const mark = "[secret]";

/** Texts shorter than this are not looked for: they would be found everywhere. */
const shortest = 4;

/**
 * Takes the secrets of one request out of any text, in every encoding they are likely to appear in.
 *
 * @see secretForms
 */
export class Scrubber {
  readonly #secrets = new Set<string>();
  #forms: readonly RegExp[] | undefined;
  #escaped: readonly RegExp[] = [];

  /** @param secret - Text to take out from now on; shorter than four characters it is ignored */
  add(secret: string): void {
    if (secret.length < shortest) return;
    this.#secrets.add(secret);
    this.#forms = undefined;
  }

  /** @returns The secrets, in plain text */
  secrets(): readonly string[] {
    return [...this.#secrets];
  }

  /**
   * @param text - Text that goes to a log or to a caller
   * @returns The text with `[secret]` where a secret stood
   */
  scrub(text: string): string {
    if (this.#secrets.size === 0) return text;
    this.#forms ??= this.#makeForms();
    const plain = this.#forms.reduce((rest, form) => rest.replace(form, mark), text);
    // Looking for escaped signs takes longer, and most texts have none.
    return /[%&\\+]/.test(plain)
      ? this.#escaped.reduce((rest, form) => rest.replace(form, mark), plain)
      : plain;
  }

  #makeForms(): readonly RegExp[] {
    const secrets = [...this.#secrets];
    this.#escaped = secrets.map((secret) => escapedSecret(secret));
    return secrets.flatMap((secret) => secretForms(secret));
  }
}
