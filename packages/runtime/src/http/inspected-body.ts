import type { CallPlan } from "./call-plan.js";
import { hideCredentials } from "./hide-credentials.js";

/** Maximum number of characters of a body in a log line. */
const maxText = 2000;
/** Shorter secrets are in bodies by chance. */
const minSecret = 4;
const notShown = "[not shown: the request signs in, so its response may have a token]";

/** The beginning of a body, kept while somebody else reads it. */
export class InspectedBody {
  readonly #decoder = new TextDecoder();
  readonly #isShown: boolean;
  #text = "";

  /** @param isShown - Whether the text is shown to people */
  constructor(isShown: boolean) {
    this.#isShown = isShown;
  }

  /** The first characters that were read, without credentials, or why they are not shown. */
  get text(): string {
    return this.#isShown || this.#text === "" ? hideCredentials(this.#text) : notShown;
  }

  /**
   * Passes a body on and keeps its beginning.
   *
   * @param body - The decoded body
   * @returns The same chunks
   */
  async *read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      if (this.#text.length < maxText)
        this.#text = (this.#text + this.#decoder.decode(chunk.subarray(0, maxText), { stream: true })).slice(
          0,
          maxText,
        );
      yield chunk;
    }
  }
}

/**
 * Returns what a log line about a request has for development: its query and the beginning of its body.
 *
 * @param request - The request
 * @returns Members of the line
 */
export function inspectedRequest({
  url,
  body,
}: {
  readonly url: URL;
  readonly body: string | undefined;
}): Readonly<Record<string, string>> {
  return {
    ...(url.search !== "" && { query: hideCredentials(decodeQuery(url.search)) }),
    ...(body !== undefined && { sent: hideCredentials(body.slice(0, maxText)) }),
  };
}

/**
 * Returns whether a request signs in, so that nobody knows the secrets in its response yet: its body has a secret of the
 * account, or its author gave it credentials of its own.
 *
 * @param plan - The request
 * @param secrets - The secrets of the account
 * @returns Whether it signs in
 */
export function signsIn({ method, headers, body = "" }: CallPlan, secrets: readonly string[]): boolean {
  if (method !== "GET" && headers["authorization"] !== undefined) return true;
  const forms = secrets
    .filter(({ length }) => length >= minSecret)
    .flatMap((secret) => [
      JSON.stringify(secret).slice(1, -1),
      new URLSearchParams({ secret }).toString().slice("secret=".length),
    ]);
  return forms.some((form) => body.includes(form));
}

/** Decodes a query, so that people can read it. */
function decodeQuery(search: string): string {
  try {
    return decodeURIComponent(search.replaceAll("+", " "));
  } catch {
    return search;
  }
}
