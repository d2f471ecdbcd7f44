import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { type EngineFault, readRequest, sendFrame } from "@wellhead/engine-process/program";
import type { RowEncoding } from "@wellhead/sdk";
import { findPosition } from "./find-position.js";
import type { ArrowEncoding, EngineRequest, OpenedRows, ResultColumn, RowsRequest } from "./messages.js";
import type { RawBatch } from "./row-source.js";
import { answerQuestion, Session } from "./session.js";

// The program of an engine process. It serves one request at a time, so almost all of it is synchronous.

let session: Session | undefined;
let opened:
  | { readonly request: Extract<EngineRequest, { kind: "open" }>; readonly columns: readonly ResultColumn[] }
  | undefined;

for (;;) {
  // The cast is safe: only the connector starts this program, and it sends only requests of this type.
  const request = readRequest() as EngineRequest | undefined;
  if (request === undefined) break;
  try {
    await answer(request);
  } catch (error) {
    const fault = faultOf(error, request);
    close();
    sendFrame("fault", Buffer.from(JSON.stringify(fault)));
  }
}

async function answer(request: EngineRequest): Promise<void> {
  if (request.kind === "ask") {
    reply(answerQuestion(request, request));
    await closeFile();
  } else if (request.kind === "describe") {
    const rows = { ...request, keyed: false, skip: 0, limit: undefined };
    session = new Session(request, request);
    const columns = session.withKinds(rows, session.check(rows));
    close();
    reply(columns);
  } else if (request.kind === "open") {
    session = new Session(request, request);
    opened = { request, columns: session.check(request) };
    const { columns } = opened;
    const shown = request.keyed ? columns.slice(0, -1) : columns;
    const hasArrow = session.hasArrow(request, columns);
    reply({ names: shown.map(({ name }) => name), hasArrow } satisfies OpenedRows);
  } else if (session !== undefined && opened !== undefined) {
    const columns = opened.columns.map((column, index) => ({
      ...column,
      name: request.names[index] ?? column.name,
    }));
    await sendRows(session, { request: opened.request, columns, encoding: request.encoding });
    close();
    await closeFile();
    sendFrame("end");
  }
}

interface SentRows {
  readonly request: RowsRequest;
  readonly columns: readonly ResultColumn[];
  readonly encoding: RowEncoding | ArrowEncoding;
}

async function sendRows(from: Session, { request, columns, encoding }: SentRows): Promise<void> {
  let batches: Iterable<RawBatch> | AsyncIterable<RawBatch>;
  if (encoding.format === "arrow") {
    const arrow = await from.arrow(request, columns);
    reply(arrow.types);
    batches = arrow.batches();
  } else batches = from.rows(request, columns, encoding);
  for await (const { bytes, rows } of batches) sendFrame("batch", bytes, rows);
}

/**
 * Closes the file. The library closes it only when its statements are garbage-collected. Node runs their finalizers in
 * the next turn of the event loop. The locks have been released before.
 */
async function closeFile(): Promise<void> {
  globalThis.gc?.();
  await setImmediate();
}

function close(): void {
  session?.close();
  session = undefined;
  opened = undefined;
}

function faultOf(error: unknown, request: EngineRequest): EngineFault {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const handle = session?.handle;
  const hasStatement = request.kind === "describe" || request.kind === "open";
  const position =
    handle !== undefined && hasStatement ? findPosition(handle, request.sql, message) : undefined;
  return { code, message, ...(position !== undefined && { position }) };
}

function reply(value: unknown): void {
  sendFrame("answer", Buffer.from(JSON.stringify(value)));
}
