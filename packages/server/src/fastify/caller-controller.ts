import type { FastifyReply, FastifyRequest } from "fastify";
import { CallerGone } from "../deadline/caller-gone.js";

/** A controller that is aborted when the caller leaves. */
export interface CallerController {
  readonly controller: AbortController;
  /** Stops watching; to be called when the request is over. */
  readonly release: () => void;
}

/**
 * Watches the connection of a request. A caller that ends its side has left: nothing tells it from one that only will
 * not send more, and work for somebody who is gone must stop at once.
 *
 * @param request - The request
 * @param reply - Its reply
 * @returns The controller
 */
export function callerController(request: FastifyRequest, reply: FastifyReply): CallerController {
  const controller = new AbortController();
  const { socket } = request.raw;
  const leave = (): void => {
    if (!reply.raw.writableFinished) controller.abort(new CallerGone());
  };
  reply.raw.once("close", leave);
  socket.once("end", leave);
  return {
    controller,
    release: () => {
      reply.raw.off("close", leave);
      socket.off("end", leave);
    },
  };
}
