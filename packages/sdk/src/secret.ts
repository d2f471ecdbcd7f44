/**
 * A secret account member. Printing, logging or serialising it shows `[secret]`; only {@link Secret.reveal} gives the text.
 *
 * @example
 * ```ts
 * const token = new Secret("abc");
 * `${token}`; // "[secret]"
 * token.reveal(); // "abc"
 * ```
 */
export class Secret {
  readonly #text: string;

  /**
   * Wraps a secret.
   *
   * @param text - The secret in plain text
   */
  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Unwraps the secret.
   *
   * @returns The secret in plain text, to be used where it is sent and nowhere else
   */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return "[secret]";
  }

  toJSON(): string {
    return "[secret]";
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}
