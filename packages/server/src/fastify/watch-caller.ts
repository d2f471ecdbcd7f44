import type { Socket } from "node:net";
import { CallerGone } from "../deadline/caller-gone.js";
import type { RequestControl } from "../deadline/request-control.js";

/** The requests being answered on each connection. */
const open = new WeakMap<Socket, RequestControl[]>();

/**
 * Gives a request up when its caller leaves. A caller that ends its side has left: nothing tells it from one that only
 * will not send more, and work for somebody who is gone must stop at once.
 *
 * A connection is listened to once for all its requests: listeners that come and go with every request would make
 * Node's own handling of the connection several times slower.
 *
 * @param socket - Connection of the request
 * @param control - Ends the request
 * @returns A function that stops watching, to be called when the request is over
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
