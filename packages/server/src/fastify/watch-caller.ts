import type { FastifyReply, FastifyRequest } from "fastify";
import { CallerGone } from "../deadline/caller-gone.js";
import type { RequestControl } from "../deadline/request-control.js";

/**
 * Gives a request up when its caller leaves. A caller that ends its side has left: nothing tells it from one that only
 * will not send more, and work for somebody who is gone must stop at once.
 *
 * @param request - The request
 * @param reply - Its reply
 * @param control - Ends the request
 * @returns A function that stops watching, to be called when the request is over
 */
export function watchCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  control: RequestControl,
): () => void {
  const { socket } = request.raw;
  const leave = (): void => {
    if (!reply.raw.writableFinished) control.abort(new CallerGone());
  };
  reply.raw.once("close", leave);
  socket.once("end", leave);
  return () => {
    reply.raw.off("close", leave);
    socket.off("end", leave);
  };
}
