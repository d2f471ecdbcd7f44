import type { Socket } from "node:net";
import { CallerGone } from "../deadline/caller-gone.js";
import type { RequestControl } from "../deadline/request-control.js";

/** The requests being answered on each connection. */
const open = new WeakMap<Socket, RequestControl[]>();

/**
 * Aborts a request when its caller leaves. A caller that ends its side of the connection counts as gone. It cannot be
 * told apart from one that only sends no more data, and work for a caller that is gone must stop at once.
 *
 * Each connection has one set of listeners for all its requests. Adding and removing listeners with every request would
 * make Node's own handling of the connection several times slower.
 *
 * @param socket - Connection of the request
 * @param control - Control of the request
 * @returns A function that stops watching, to be called when the request has ended
 */
export function watchCaller(socket: Socket, control: RequestControl): () => void {
  const controls = open.get(socket) ?? listenTo(socket);
  controls.push(control);
  if (socket.destroyed) control.abort(new CallerGone());
  return () => {
    controls.splice(controls.indexOf(control), 1);
  };
}

function listenTo(socket: Socket): RequestControl[] {
  const controls: RequestControl[] = [];
  const leave = (): void => {
    for (const control of controls.slice()) control.abort(new CallerGone());
  };
  socket.once("end", leave);
  socket.once("close", leave);
  open.set(socket, controls);
  return controls;
}
