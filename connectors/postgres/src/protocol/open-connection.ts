import type { Buffer } from "node:buffer";
import { once } from "node:events";
import type { Duplex } from "node:stream";
import { accountInvalid, upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import {
  checksCertificate,
  connectTarget,
  type OpenSessionOptions,
  reachedTarget,
  startTls,
  TextCodec,
} from "@wellhead/sql";
import { authenticate } from "./authenticate.js";
import { Connection, type Wire } from "./connection.js";
import { sslRequest, startup } from "./messages.js";

const answerTimeout = 5000;
const accepted = 0x53;

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
  const connection = await connect(options);
  const stop = () => connection.destroy(reasonOf(signal));
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const { user, database, searchPath } = credentials;
    connection.send(
      startup({
        user,
        database,
        client_encoding: "UTF8",
        application_name: "wellhead",
        ...(searchPath !== undefined && { search_path: searchPath }),
      }),
    );
    await authenticate(connection, credentials);
    await connection.receiveUntil("Z");
    if (connection.parameters.get("server_encoding") === "SQL_ASCII")
      connection.codec = new TextCodec(credentials.encoding ?? "utf-8");
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
  if (credentials.tls !== "disable") return new Connection(await openSocket(options));
  const opened: { connection?: Connection } = {};
  // PostgreSQL servers do not send anything before the client does, so nothing is lost before `opened` is set.
  const receive = (bytes: Buffer) => opened.connection?.take(bytes);
  const { socketPath } = credentials;
  const socket = await connectTarget(target, signal, { receive, socketPath });
  opened.connection = new Connection({
    socket,
    target: reachedTarget(target, socket),
    isTrusted: socketPath !== undefined,
  });
  return opened.connection;
}

/**
 * Connects to the server and encrypts the connection as the account requires.
 *
 * @param options - The credentials, the server, and the signal that aborts the attempt
 * @returns The connection, before any session
 */
export async function openSocket(options: OpenSessionOptions): Promise<Wire> {
  const { credentials, signal } = options;
  const { socketPath } = credentials;
  const socket = await connectTarget(options.target, signal, { socketPath });
  const target = reachedTarget(options.target, socket);
  if (credentials.tls === "disable") return { socket, target };
  try {
    const answerSignal = AbortSignal.any([signal, AbortSignal.timeout(answerTimeout)]);
    if (!(await requestTls(socket, answerSignal))) {
      if (credentials.tls === "prefer") return { socket, target };
      throw accountInvalid(
        "Could not connect to the database: the server does not encrypt connections. Ask its administrator for TLS, or choose the mode disable.",
        { field: "tls" },
      );
    }
    const secure = await startTls(socket, { credentials, signal });
    const certificate = secure.getPeerX509Certificate()?.raw;
    return { socket: secure, target, certificate, isTrusted: checksCertificate(credentials) };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Asks the server to encrypt the connection. Returns whether it agrees. */
async function requestTls(socket: Duplex, signal: AbortSignal): Promise<boolean> {
  const closed = new AbortController();
  const close = () => closed.abort(hungUp());
  socket.once("end", close).once("close", close);
  socket.write(sslRequest());
  const answer = await firstBytes(socket, AbortSignal.any([signal, closed.signal]));
  socket.off("end", close).off("close", close);
  socket.pause();
  // Data after the response arrived unencrypted and would be mistaken for encrypted data.
  if (answer.length !== 1)
    throw upstreamInvalid("Could not connect to the database: it sent data before encryption began.");
  return answer[0] === accepted;
}

/** Waits for data. Throws the reason of the signal, which says what happened, instead of an error about the wait. */
async function firstBytes(socket: Duplex, signal: AbortSignal): Promise<Buffer> {
  try {
    // The cast is safe: no encoding is set on the socket, so it emits buffers.
    const [bytes] = (await once(socket, "data", { signal })) as [Buffer];
    return bytes;
  } catch (error) {
    throw signal.aborted ? reasonOf(signal) : hungUp(error);
  }
}

function hungUp(cause?: unknown): Error {
  return upstreamUnavailable(
    "Could not connect to the database: the server closed the connection when it was asked to encrypt it. Check the host and the port.",
    { cause },
  );
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException("The operation was aborted", "AbortError");
}
