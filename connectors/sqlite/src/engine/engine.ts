import { Buffer } from "node:buffer";
import { readSync, writeSync } from "node:fs";
import {
  type EngineFault,
  type EngineRequest,
  frameHeader,
  frameKinds,
  type ResultColumn,
} from "../process/messages.js";
import { findPosition } from "./find-position.js";
import { answerQuestion, Session } from "./session.js";

// The program of an engine process: reads requests from its standard input and answers them on its standard
// output, one after the other. It never waits for two things at once, so all of it is synchronous; whoever has
// no more patience with it kills it.

let session: Session | undefined;
let opened:
  | { readonly request: Extract<EngineRequest, { kind: "open" }>; readonly columns: readonly ResultColumn[] }
  | undefined;

for (;;) {
  const request = readRequest();
  if (request === undefined) break;
  try {
    answer(request);
  } catch (error) {
    const fault = faultOf(error, request);
    close();
    send("fault", Buffer.from(JSON.stringify(fault)));
  }
}

function answer(request: EngineRequest): void {
  if (request.kind === "ask") {
    reply(answerQuestion(request, request.limits));
  } else if (request.kind === "describe") {
    const rows = { ...request, keyed: false, skip: 0, limit: undefined };
    session = new Session(request, request.limits);
    const columns = session.withKinds(rows, session.check(rows));
    close();
    reply(columns);
  } else if (request.kind === "open") {
    session = new Session(request, request.limits);
    opened = { request, columns: session.check(request) };
    const { columns } = opened;
    reply((request.keyed ? columns.slice(0, -1) : columns).map(({ name }) => name));
  } else if (session !== undefined && opened !== undefined) {
    const columns = opened.columns.map((column, index) => ({
      ...column,
      name: request.names[index] ?? column.name,
    }));
    for (const { bytes, rows } of session.rows(opened.request, columns, request.encoding)) {
      send("batch", bytes, rows);
    }
    close();
    send("end");
  }
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
  send("answer", Buffer.from(JSON.stringify(value)));
}

function send(kind: keyof typeof frameKinds, payload: Buffer = Buffer.alloc(0), rows = 0): void {
  const header = Buffer.allocUnsafe(frameHeader);
  header.writeUInt32LE(payload.length, 0);
  header.writeUInt8(frameKinds[kind], 4);
  header.writeUInt32LE(rows, 5);
  writeWhole(header);
  writeWhole(payload);
}

/** A pipe takes what it has room for; the reader's pace decides when there is more. */
function writeWhole(bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
}

function readRequest(): EngineRequest | undefined {
  const header = readWhole(4);
  const body = header === undefined ? undefined : readWhole(header.readUInt32LE(0));
  // The connector is the only one to start this program, and it sends nothing but requests.
  return body === undefined ? undefined : (JSON.parse(body.toString()) as EngineRequest);
}

function readWhole(length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const count = readSync(0, bytes, read, length - read, null);
    if (count === 0) return undefined;
    read += count;
  }
  return bytes;
}
