/** Maximum number of characters of a body in a log line. */
const maxText = 2000;

/** The beginning of a body, kept while somebody else reads it. */
export class InspectedBody {
  readonly #decoder = new TextDecoder();
  #text = "";

  /** The first characters that were read. */
  get text(): string {
    return this.#text;
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
    ...(url.search !== "" && { query: decodeQuery(url.search) }),
    ...(body !== undefined && { sent: body.slice(0, maxText) }),
  };
}

/** Decodes a query, so that people can read it. */
function decodeQuery(search: string): string {
  try {
    return decodeURIComponent(search.replaceAll("+", " "));
  } catch {
    return search;
  }
}
