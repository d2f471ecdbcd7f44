import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import { type EngineFault, readRequest, sendFrame } from "@wellhead/engine-process/program";
import { findPosition } from "./find-position.js";
import type { EngineRequest, ResultColumn } from "./messages.js";
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
    reply((request.keyed ? columns.slice(0, -1) : columns).map(({ name }) => name));
  } else if (session !== undefined && opened !== undefined) {
    const columns = opened.columns.map((column, index) => ({
      ...column,
      name: request.names[index] ?? column.name,
    }));
    for await (const { bytes, rows } of session.rows(opened.request, columns, request.encoding)) {
      sendFrame("batch", bytes, rows);
    }
    close();
    await closeFile();
    sendFrame("end");
  }
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
