import type { Buffer } from "node:buffer";
import { once } from "node:events";
import type { Duplex } from "node:stream";
import { accountInvalid, upstreamInvalid } from "@wellhead/sdk";
import { connectTarget, type OpenSessionOptions, startTls } from "@wellhead/sql";
import { authenticate } from "./authenticate.js";
import { Connection } from "./connection.js";
import { sslRequest, startup } from "./messages.js";

const answerTimeout = 5000;
const accepted = 0x53;

/**
 * Opens a session: connects, encrypts, signs in.
 *
 * @param options - Who, where, and what ends the attempt
 * @returns A session that is ready
 * @throws ServerError with the server's reason when it refuses
 * @throws ConnectorError when the server cannot be reached or does not encrypt
 */
export async function openConnection(options: OpenSessionOptions): Promise<Connection> {
  const { credentials, signal } = options;
  const connection = await connect(options);
  const stop = () => connection.destroy(reasonOf(signal));
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const { user, database } = credentials;
    connection.send(startup({ user, database, client_encoding: "UTF8", application_name: "wellhead" }));
    await authenticate(connection, credentials);
    await connection.receiveUntil("Z");
    return connection;
  } catch (error) {
    connection.destroy(error instanceof Error ? error : reasonOf(signal));
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function connect(options: OpenSessionOptions): Promise<Connection> {
  const { credentials, target, signal } = options;
  if (credentials.tls !== "off") return new Connection(await openSocket(options));
  const opened: { connection?: Connection } = {};
  // A server that speaks before it is asked speaks no PostgreSQL; what it says then is not missed.
  const receive = (bytes: Buffer) => opened.connection?.take(bytes);
  opened.connection = new Connection(await connectTarget(target, signal, { receive }));
  return opened.connection;
}

/**
 * Connects to the server and encrypts the connection as the account asks.
 *
 * @param options - Who, where, and what ends the attempt
 * @returns The connection, before any session
 */
export async function openSocket(options: OpenSessionOptions): Promise<Duplex> {
  const { credentials, target, signal } = options;
  const socket = await connectTarget(target, signal);
  if (credentials.tls === "off") return socket;
  try {
    await requestTls(socket, AbortSignal.any([signal, AbortSignal.timeout(answerTimeout)]));
    return await startTls(socket, {
      host: credentials.host,
      verified: credentials.tls === "verify",
      authority: credentials.authority,
      signal,
    });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function requestTls(socket: Duplex, signal: AbortSignal): Promise<void> {
  socket.write(sslRequest());
  // The socket emits buffers: no encoding is set on it.
  const [answer] = (await once(socket, "data", { signal })) as [Buffer];
  socket.pause();
  if (answer[0] !== accepted) {
    throw accountInvalid(
      "Connect to the database: the server does not encrypt connections, ask for TLS to be switched on or choose no encryption",
      { field: "tls" },
    );
  }
  // Anything after the answer came unencrypted and would be taken for encrypted.
  if (answer.length !== 1) {
    throw upstreamInvalid("Connect to the database: the server sent data before encryption began");
  }
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}
