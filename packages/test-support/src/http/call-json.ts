/** A response of the service. */
export interface JsonReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Calls an endpoint.
 *
 * @param url - Its address
 * @param body - Sent as JSON by POST; if `undefined`, the call is a GET
 * @returns Status and JSON body
 */
export async function callJson(url: URL, body: unknown): Promise<JsonReply> {
  const init =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  // The endpoints under test return only JSON objects.
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}
