import { beginExchange, updateExchange } from "../exchanges/exchange.js";
import { keptBodyBytes } from "../exchanges/kept-body-bytes.js";
import { rememberSecretMembers } from "../exchanges/secrets.js";
import { isRecord, parseJson, textOf } from "../json/record.js";
import type { ConnectorRequest } from "./connector-request.js";
import { type ResponseHead, responseHead } from "./response-head.js";
import { wireRequest } from "./wire-request.js";

/** A complete response. */
export interface Answer extends ResponseHead {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
  /** The body parsed as JSON; `undefined` when it is not JSON. */
  readonly json: unknown;
}

/** A failure that is shown to the user. */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  /** Field of the form that the failure is about. */
  readonly field: string | undefined;
  /** HTTP status; `undefined` when there was no response. */
  readonly status: number | undefined;

  constructor(message: string, details: { readonly field?: string; readonly status?: number } = {}) {
    super(message);
    this.field = details.field;
    this.status = details.status;
  }
}

const maxBytes = 20_000_000;

/**
 * Sends a request, records it for the inspector and reads the complete response, whatever its status.
 *
 * @throws RequestFailure when there was no complete response
 * @throws DOMException `AbortError` when the signal is aborted
 */
export async function sendRequest(request: ConnectorRequest, signal?: AbortSignal): Promise<Answer> {
  const wire = wireRequest(request);
  rememberSecretMembers(request.body);
  const exchange = beginExchange({
    base: request.base,
    method: request.method,
    path: wire.path,
    requestHeaders: wire.shownHeaders,
    requestBody: wire.body ?? "",
  });
  const start = performance.now();
  try {
    const { url, method, headers, body } = wire;
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const head = await responseHead(response, wire.relayed);
    updateExchange(exchange, {
      status: head.status,
      responseHeaders: head.headers,
      firstByte: performance.now() - start,
    });
    const bytes = await readBytes(response);
    const text = new TextDecoder().decode(bytes);
    const json = parseJson(text);
    rememberSecretMembers(json);
    updateExchange(exchange, {
      responseBody: text.slice(0, keptBodyBytes),
      size: bytes.length,
      elapsed: performance.now() - start,
      ending: "whole",
    });
    return { ...head, bytes, text, json };
  } catch (error) {
    const cancelled = error instanceof DOMException && error.name === "AbortError";
    const note = cancelled ? "Cancelled here" : problemOf(error);
    updateExchange(exchange, {
      elapsed: performance.now() - start,
      ending: cancelled ? "cancelled" : "failed",
      note,
    });
    if (cancelled) throw error;
    throw new RequestFailure(note);
  }
}

/**
 * Sends a request that must succeed.
 *
 * @throws RequestFailure with the connector's own message, and the field it is about, for any other status
 */
export async function requestJson(request: ConnectorRequest, signal?: AbortSignal): Promise<unknown> {
  const answer = await sendRequest(request, signal);
  if (answer.status < 200 || answer.status > 299) throw refusal(answer);
  if (answer.json !== undefined) return answer.json;
  throw new RequestFailure(
    `Read the answer of ${request.path}: it is no JSON, it begins with "${answer.text.slice(0, 60)}"`,
    {
      status: answer.status,
    },
  );
}

/** Converts a response that is not a success to a failure, whichever public error format it has. */
export function refusal(answer: Pick<Answer, "status" | "json" | "text">): RequestFailure {
  const { status, json, text } = answer;
  if (!isRecord(json)) {
    const found =
      text.trim() === "" ? "with nothing in it" : `that begins with "${text.trim().slice(0, 80)}"`;
    return new RequestFailure(`The connector answered ${status} ${found}`, { status });
  }
  const errors = json["errors"];
  const list = Array.isArray(errors) ? errors.map(String).join("; ") : textOf(json, "errors");
  const message =
    textOf(json, "error", "message") || list || `The connector answered ${status} without a reason`;
  const field = textOf(json, "field");
  return new RequestFailure(message, { status, ...(field !== "" && { field }) });
}

function problemOf(error: unknown): string {
  if (error instanceof TypeError) return "The connection failed or was cut before the answer was whole";
  return error instanceof Error ? error.message : "The request failed";
}

async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  if (response.body === null) return new Uint8Array();
  for await (const part of response.body) {
    size += part.length;
    if (size > maxBytes) throw new Error("The answer is larger than 20 MB, which no such answer should be");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
