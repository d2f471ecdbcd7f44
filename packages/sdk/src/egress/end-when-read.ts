import type { Socket } from "node:net";

/**
 * Makes a socket end only when all it brought has been asked for, and a reset never look like an end.
 *
 * Our HTTP client stops reading while nobody takes the body. If the far end closes in that moment, the client fails
 * in an event of the socket, where nobody can catch it, and takes the process along; so any upstream could stop the
 * service. And a body that ends with the connection it takes for whole when the connection was reset.
 *
 * @param socket - A connected socket, changed in place
 * @returns The same socket
 * @see https://github.com/nodejs/undici/issues/5360, mended in versions that Node 20 cannot run
 */
export function endWhenRead(socket: Socket): Socket {
  const push = socket.push.bind(socket);
  const read = socket.read.bind(socket);
  const emit = socket.emit.bind(socket);
  // The client asks until there is nothing more, unless it has stopped reading.
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
 * A reset that comes after the last bytes is told as an end, and only what writes to the socket learns better: nothing
 * is written here, and a socket that was reset refuses even that.
 */
function whenNotReset(socket: Socket, then: () => void): void {
  if (!socket.writable || socket.writableLength > 0) return then();
  socket.write("", (error) => {
    if (error == null) then();
  });
}

/** The client looks for this code alone, to take what came before for the whole. */
function withoutReset(error: Error): Error {
  if (!("code" in error) || error.code !== "ECONNRESET") return error;
  return Object.assign(new Error("The connection was reset", { cause: error }), { code: "ECONNABORTED" });
}
