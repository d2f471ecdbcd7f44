import { once } from "node:events";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { CommandError } from "../command-error.js";
import { isLoopback } from "./read-address.js";

/** A request to a connector. */
export interface Call {
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** Sent as JSON. Absent: no body. */
  readonly body?: unknown;
  /** Media types wanted. Default: JSON. */
  readonly accept?: string;
  /** Ends the call. */
  readonly signal?: AbortSignal;
  /** Credentials of the caller, by header name. Default: none. */
  readonly headers?: CallerHeaders;
}

/** Headers that prove to a service who calls. */
export type CallerHeaders = Readonly<Record<string, string>>;

/** What a connector answered. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body, unpacked; destroyed with an error when it was cut. */
  readonly body: Readable;
  /** Whether the connection says where the body ends, so that a cut one can be told from a whole one. */
  readonly framed: boolean;
}

/**
 * Calls a connector.
 *
 * @param call - Method, address, body
 * @returns The answer, as soon as its head has arrived
 * @throws CommandError `unreachable` when there is none
 */
export async function send(call: Call): Promise<Answer> {
  const { method, url, accept = "application/json", signal, headers } = call;
  const text = call.body === undefined ? undefined : JSON.stringify(call.body);
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method,
    ...(signal && { signal }),
    headers: {
      accept,
      // Packing costs more than it saves where no network lies between.
      "accept-encoding": isLoopback(url) ? "identity" : "gzip, br",
      "user-agent": "wellhead",
      ...headers,
      ...(text !== undefined && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      }),
    },
  });
  request.end(text);
  const response = await receive(request, call);
  const framed =
    response.headers["transfer-encoding"] !== undefined || response.headers["content-length"] !== undefined;
  const body = unpack(response);
  // An error before the first read is kept by the stream and told to its reader; nobody else needs to hear of it.
  body.on("error", () => {});
  return { status: response.statusCode ?? 0, headers: response.headers, body, framed };
}

async function receive(request: http.ClientRequest, { method, url }: Call): Promise<IncomingMessage> {
  try {
    // The event carries the response and nothing else.
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return response;
  } catch (error) {
    throw new CommandError("unreachable", `Call ${method} ${url.href}: ${reason(error)}`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there; is the connector running?",
  ENOTFOUND: "no such host; is the address right?",
  EAI_AGAIN: "the host's name cannot be looked up now",
  ECONNRESET: "the connection was closed before an answer came",
  ETIMEDOUT: "the host does not answer",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  EPROTO: "the host does not speak TLS there; wanted http:// instead of https://?",
  ABORT_ERR: "stopped",
};

function reason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_")) return "what answers there does not speak HTTP";
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

function unpack(response: IncomingMessage): Readable {
  const decoders: Readonly<Record<string, (() => NodeJS.ReadWriteStream & Readable) | undefined>> = {
    gzip: createGunzip,
    br: createBrotliDecompress,
    deflate: createInflate,
  };
  const decoder = decoders[response.headers["content-encoding"] ?? ""]?.();
  return decoder === undefined ? response : pipeline(response, decoder, () => {});
}
