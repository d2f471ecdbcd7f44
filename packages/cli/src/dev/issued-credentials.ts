import type { UpstreamCall } from "@wellhead/mcp";

/** Maximum number of credentials: calls of more are not kept. */
const maxCredentials = 1000;

const hidden = "[not shown]";

/** What calls have sent as credentials, such as a token that an upstream issued. Nobody else knows it. */
export class IssuedCredentials {
  readonly #found = new Set<string>();

  /**
   * Adds what a call sent.
   *
   * @param credentials - The values
   * @returns Whether one of them is new
   */
  add(credentials: readonly string[]): boolean {
    const before = this.#found.size;
    // Those of the account have been replaced by a mark.
    for (const one of credentials.filter((text) => !text.startsWith("["))) {
      this.#found.add(one);
      this.#found.add(one.replaceAll("/", String.raw`\/`));
    }
    const isNew = this.#found.size > before;
    for (const oldest of this.#found) {
      if (this.#found.size <= maxCredentials) break;
      this.#found.delete(oldest);
    }
    return isNew;
  }

  /**
   * Removes the credentials from a call.
   *
   * @param call - The call
   * @returns The call without them
   */
  hide(call: UpstreamCall): UpstreamCall {
    const { path, query, sent, received, error } = call;
    const texts = { path, query, sent, received, error };
    const shown = Object.entries(texts).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, this.#hideIn(text)] as const],
    );
    return { ...call, ...Object.fromEntries(shown) };
  }

  #hideIn(text: string): string {
    let shown = text;
    for (const one of this.#found) shown = shown.replaceAll(one, hidden);
    return shown;
  }
}
