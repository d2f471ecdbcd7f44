const brand: unique symbol = Symbol.for("wellhead.Secret");

/**
 * A secret account member. When printed, logged or serialised it shows `[secret]`; only {@link Secret.reveal} returns
 * the text.
 *
 * @example
 * ```ts snippet=examples/sdk/values.ts#secret
 * const secret = new Secret("abc");
 * String(secret); // "[secret]"
 * secret.reveal(); // "abc"
 * ```
 */
export class Secret {
  readonly [brand] = true;
  readonly #text: string;

  /** Whether a value is a secret, including one of another copy of this package: a command and a connector may have their own. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }

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
   * @returns The secret in plain text, to be used only where it is sent
   */
  reveal(): string {
    return this.#text;
  }

  /** Returns `[secret]`, so that no log or message contains the text. */
  toString(): string {
    return "[secret]";
  }

  /** Returns `[secret]`, so that no serialized value contains the text. */
  toJSON(): string {
    return "[secret]";
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[secret]";
  }
}
