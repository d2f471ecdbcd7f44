import type { ClientRequest, IncomingMessage } from "node:http";
import { webResponse } from "@wellhead/runtime/web-response";

/** Milliseconds that a connection may take to open. */
const connectTimeoutMs = 10_000;

/**
 * A `fetch` that fails when a compressed body is truncated, which Node's own `fetch` treats as complete, and that hands
 * out all that has arrived when the connection breaks, which Node's own drops. It loads and reads in a fraction of its
 * processor time. It supports only what the client uses: method, headers, a text body and a signal.
 *
 * @param input - The address
 * @param init - Method, headers, body, signal
 * @param encodings - Compressions to ask for; gzip and br when omitted
 * @returns The response, decompressed
 */
export async function strictFetch(
  input: string | URL | Request,
  init: RequestInit = {},
  encodings = "gzip, br",
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const headers = new Headers(init.headers);
  headers.set("accept-encoding", encodings);
  const isSecure = url.protocol === "https:";
  // Loading TLS takes as long as the rest of a short request.
  const { request } = await (isSecure ? import("node:https") : import("node:http"));
  init.signal?.throwIfAborted();
  const sent = request(url, {
    method: init.method === "POST" ? "POST" : "GET",
    headers: Object.fromEntries(headers),
  });
  limitConnecting(sent, isSecure ? "secureConnect" : "connect");
  const body = typeof init.body === "string" ? init.body : undefined;
  return webResponse(await responseTo(sent, { body, signal: init.signal ?? undefined }));
}

/** There is no other timeout: a connector may compute for a long time before the first row, and the reader may be slow. */
function limitConnecting(sent: ClientRequest, connected: "connect" | "secureConnect"): void {
  sent.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      sent.destroy(Object.assign(new Error("the connection took too long to open"), { code: "ETIMEDOUT" }));
    }, connectTimeoutMs);
    for (const event of [connected, "close"]) socket.once(event, () => clearTimeout(timer));
  });
}

/** Sends a request. The signal ends it, or its response, with its reason. */
function responseTo(
  sent: ClientRequest,
  { body, signal }: { readonly body: string | undefined; readonly signal: AbortSignal | undefined },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let open: ClientRequest | IncomingMessage = sent;
    // An exchange is destroyed with any reason, although its type expects an error.
    const abort = (): void => void open.destroy(signal?.reason as Error);
    signal?.addEventListener("abort", abort);
    sent.once("close", () => signal?.removeEventListener("abort", abort));
    sent.once("response", (response) => {
      open = response;
      resolve(response);
    });
    sent.on("error", reject).end(body);
  });
}
