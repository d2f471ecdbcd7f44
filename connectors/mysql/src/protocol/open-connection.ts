import type { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";
import { accountInvalid } from "@wellhead/sdk";
import {
  checksCertificate,
  connectTarget,
  type OpenSessionOptions,
  reachedTarget,
  startTls,
} from "@wellhead/sql";
import { authenticate } from "./authenticate.js";
import { capabilities } from "./capabilities.js";
import { Connection } from "./connection.js";
import { readHandshake } from "./handshake.js";
import { tlsRequest } from "./messages.js";

const answerTimeout = 5000;

/**
 * Opens a session: connects, encrypts and signs in.
 *
 * @param options - The credentials, the server, and the signal that aborts the attempt
 * @returns A session that is ready
 * @throws ServerError with the server's reason when it rejects the sign-in
 * @throws ConnectorError when the server cannot be reached or does not support encryption
 */
export async function openConnection(options: OpenSessionOptions): Promise<Connection> {
  const { credentials, signal } = options;
  const plain = await connect(options);
  const handshake = await untilAborted(plain, signal, async () => {
    const late = setTimeout(() => plain.destroy(timedOut()), answerTimeout);
    try {
      return readHandshake(await plain.receive());
    } finally {
      clearTimeout(late);
    }
  });
  plain.handshake = handshake;
  const connection = await encrypted(plain, options);
  await untilAborted(connection, signal, () => authenticate(connection, handshake, credentials));
  connection.encoding = credentials.encoding;
  return connection;
}

async function connect({ credentials, target, signal }: OpenSessionOptions): Promise<Connection> {
  const { socketPath, tls } = credentials;
  const opened: { connection?: Connection } = {};
  // A socket reads nothing in the turn of the event loop in which it connects, so nothing is lost before `opened` is set.
  const receive = (bytes: Buffer) => opened.connection?.take(bytes);
  // A connection that will be encrypted must emit data.
  const read = tls === "disable" ? { receive } : {};
  const socket = await connectTarget(target, signal, { ...read, socketPath });
  opened.connection = new Connection({
    socket,
    target: reachedTarget(target, socket),
    isTrusted: socketPath !== undefined,
  });
  return opened.connection;
}

async function encrypted(plain: Connection, options: OpenSessionOptions): Promise<Connection> {
  const { credentials, signal } = options;
  if (credentials.tls === "disable") return plain;
  if (((plain.handshake?.capabilities ?? 0) & capabilities.tls) === 0) {
    if (credentials.tls === "prefer") return plain;
    const refusal = accountInvalid(
      "Could not connect to the database: the server does not encrypt connections. Ask its administrator for TLS, or choose the mode DISABLED.",
      { field: "tls" },
    );
    plain.destroy(refusal);
    throw refusal;
  }
  plain.answer(tlsRequest(plain.handshake?.extended === true));
  const socket: Duplex = plain.release();
  const secure = await startTls(socket, { credentials, signal });
  const connection = new Connection({
    socket: secure,
    target: plain.wire.target,
    isEncrypted: true,
    isTrusted: checksCertificate(credentials),
  });
  connection.continue(plain);
  return connection;
}

/** Runs a step of opening a connection. Closes the connection when the step fails or the signal aborts. */
async function untilAborted<Value>(
  connection: Connection,
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  const stop = () => connection.destroy(reasonOf(signal));
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await work();
  } catch (error) {
    connection.destroy(error instanceof Error ? error : reasonOf(signal));
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function timedOut(): Error {
  return new DOMException("The operation timed out", "TimeoutError");
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}
