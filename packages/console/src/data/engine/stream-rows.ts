import type { streamErrorKey } from "@wellhead/contract";
import type { WireRequest } from "../../http/connector-request.js";
import { type ResponseHead, responseHead } from "../../http/response-head.js";
import { isRecord, parseJson, textOf } from "../../json/record.js";
import type { StreamEnding } from "./engine-messages.js";
import { EventTurns } from "./event-turns.js";
import { RowScanner, type ScannedRows } from "./row-scanner.js";
import { StreamFault } from "./stream-fault.js";

/** Receives the events of a stream of rows. */
export interface RowListener {
  head(head: ResponseHead): void;
  /** Receives bytes of the body. */
  bytes(chunk: Uint8Array): void;
  rows(scanned: ScannedRows, rows: readonly unknown[]): void;
}

/** How a stream ended, and why. */
export interface StreamOutcome {
  readonly ending: StreamEnding;
  readonly note: string;
}

// The type keeps this equal to the contract's own constant. Importing the constant would also bundle the schemas.
const markKey: typeof streamErrorKey = "__streamError";
// Parsed rows become garbage quickly. Small slices keep them out of memory that is collected rarely.
const sliceBytes = 32 * 1_024;
const mostRefusalBytes = 256 * 1_024;

/** Reads the rows of POST / as they arrive and distinguishes the three endings: whole, marked and cut. */
export async function streamRows(
  request: WireRequest,
  listener: RowListener,
  signal: AbortSignal,
): Promise<StreamOutcome> {
  const { url, method, headers, body } = request;
  let started = false;
  try {
    const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) });
    const head = await responseHead(response, request.relayed);
    listener.head(head);
    started = head.status >= 200 && head.status <= 299;
    return started ? await readRows(response, listener) : await readRefusal(response, head.status, listener);
  } catch (error) {
    if (signal.aborted) return { ending: "cancelled", note: "Cancelled here" };
    if (error instanceof StreamFault) return { ending: "failed", note: error.message };
    if (started)
      return {
        ending: "cut",
        note: "The connection was cut in the middle of the rows: what is shown is not all",
      };
    return {
      ending: "failed",
      note: error instanceof TypeError ? "The connector cannot be reached" : messageOf(error),
    };
  }
}

async function readRows(response: Response, listener: RowListener): Promise<StreamOutcome> {
  const scanner = new RowScanner();
  const turns = new EventTurns();
  let marked: StreamOutcome | undefined;
  let rows = 0;
  if (response.body !== null) {
    for await (const slice of slices(response.body)) {
      listener.bytes(slice);
      const scanned = scanner.push(slice);
      const read = parseRows(scanned, rows);
      rows += read.length;
      if (marked !== undefined && read.length > 0)
        throw new StreamFault("Rows came after the mark of a failed stream");
      marked ??= markOf(read.at(-1));
      if (marked === undefined) listener.rows(scanned, read);
      else listener.rows(withoutLast(scanned), read.slice(0, -1));
      await turns.next();
    }
  }
  if (!scanner.isWhole)
    return { ending: "cut", note: "The answer ended inside the array: what is shown is not all" };
  return marked ?? { ending: "whole", note: "" };
}

async function* slices(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let from = 0; from < chunk.length; from += sliceBytes) yield chunk.subarray(from, from + sliceBytes);
  }
}

function parseRows({ bytes, starts, ends }: ScannedRows, before: number): readonly unknown[] {
  if (starts.length === 0) return [];
  const decoder = new TextDecoder();
  const together = parseJson(`[${decoder.decode(bytes)}]`);
  if (Array.isArray(together)) return together;
  const wrong = starts.findIndex(
    (start, index) => parseJson(decoder.decode(bytes.subarray(start, ends[index]))) === undefined,
  );
  const found = decoder.decode(bytes.subarray(starts[wrong], ends[wrong])).slice(0, 60);
  throw new StreamFault(`Row ${before + wrong + 1} is no JSON: it begins with "${found}"`);
}

function markOf(row: unknown): StreamOutcome | undefined {
  if (!isRecord(row) || Object.keys(row).length !== 1) return undefined;
  const mark = row[markKey];
  if (!isRecord(mark)) return undefined;
  const code = textOf(mark, "code");
  return {
    ending: "marked",
    note: `${textOf(mark, "message") || "The connector gave no reason"}${code === "" ? "" : ` (${code})`}`,
  };
}

function withoutLast({ bytes, starts, ends }: ScannedRows): ScannedRows {
  return { bytes: bytes.subarray(0, ends.at(-2) ?? 0), starts: starts.slice(0, -1), ends: ends.slice(0, -1) };
}

async function readRefusal(
  response: Response,
  status: number,
  listener: RowListener,
): Promise<StreamOutcome> {
  let size = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      listener.bytes(chunk);
      size += chunk.length;
      if (size > mostRefusalBytes) break;
    }
  }
  return { ending: "refused", note: `The connector answered ${status}` };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "The request failed";
}
