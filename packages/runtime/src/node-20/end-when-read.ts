// This folder holds what only Node 20 needs. When `engines.node` starts at 22, update undici to a version that contains
// the fix of the issue below, remove `endWhenRead` from egress/guarded-connector.ts, and delete this folder. Its test
// describes behaviour that the new undici must have: run it once without the workaround before you delete it.
import type { Socket } from "node:net";

/**
 * Makes a socket end only after all its data has been read, and keeps a reset from looking like an end.
 *
 * Undici stops reading while nobody consumes the body. If the server closes the connection at that moment, undici
 * fails in an event handler of the socket. Nobody can catch that error, and it ends the process, so any upstream could
 * stop the service. Undici also accepts a body that ends with the connection as complete when the connection was reset.
 *
 * @param socket - A connected socket, changed in place
 * @returns The same socket
 * @see https://github.com/nodejs/undici/issues/5360, fixed in versions that Node 20 cannot run
 */
export function endWhenRead(socket: Socket): Socket {
  const push = socket.push.bind(socket);
  const read = socket.read.bind(socket);
  const emit = socket.emit.bind(socket);
  // Undici reads until nothing is left, unless it has paused.
  let isAsking = true;
  let isOver = false;
  socket.push = (chunk: unknown, encoding) => {
    if (chunk !== null) return push(chunk, encoding);
    isOver = true;
    if (isAsking && socket.readableLength === 0) end();
    return false;
  };
  socket.read = (size) => {
    const chunk: unknown = read(size);
    if (size !== undefined) return chunk;
    isAsking = chunk === null;
    if (isAsking) end();
    return chunk;
  };
  const end = (): void => {
    if (!isOver) return;
    isOver = false;
    whenNotReset(socket, () => {
      push(null);
      read(0);
    });
  };
  socket.emit = (event: string | symbol, ...values: unknown[]) => {
    const [error] = values;
    if (event === "error" && error instanceof Error) return emit(event, withoutReset(error));
    return emit(event, ...values);
  };
  return socket;
}

/**
 * Runs `then` unless the connection was reset. Node reports a reset that arrives after the last bytes as an ordinary
 * end, and only a write reveals it: an empty write sends nothing and fails on a socket that was reset.
 */
function whenNotReset(socket: Socket, then: () => void): void {
  if (!socket.writable || socket.writableLength > 0) return then();
  socket.write("", (error) => {
    if (error == null) then();
  });
}

/** Undici accepts what it has received so far as a complete body only when the error has this code. */
function withoutReset(error: Error): Error {
  if (!("code" in error) || error.code !== "ECONNRESET") return error;
  return Object.assign(new Error("The connection was reset", { cause: error }), { code: "ECONNABORTED" });
}
