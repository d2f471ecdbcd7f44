import type { IncomingMessage } from "node:http";
import { isConnectorError } from "@wellhead/sdk";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuditLog } from "../audit/audit-log.js";
import { requestIds } from "../request/wire-request.js";
import type { FailureThrottle } from "../throttle/failure-throttle.js";
import { type Caller, callerKey, plainAddress } from "./caller.js";
import type { CallerGuard } from "./caller-guard.js";
import { DigestCheck } from "./signed-requests.js";

/** What {@link guardRequests} needs besides the Fastify instance. */
export interface GuardRequestsOptions {
  /** Returns the current guard. */
  readonly guard: () => CallerGuard;
  readonly audit: AuditLog;
  /** Slows down callers who try wrong credentials. Correct ones are always accepted. */
  readonly failures: FailureThrottle;
  /** Called when a request has to wait after too many wrong credentials. */
  readonly throttled: () => void;
  /** Reports whether the service sent a request to itself. */
  readonly isOwn: (request: IncomingMessage) => boolean;
  /** Reports whether a request is for what an operator can make public: a description or a logo. */
  readonly isDescription: (request: FastifyRequest) => boolean;
}

/**
 * Property that holds the caller of an accepted request. As a symbol, it cannot collide with a name of an application.
 */
const acceptedCaller = Symbol("wellhead caller");

declare module "fastify" {
  interface FastifyRequest {
    [acceptedCaller]?: Caller;
  }
}

/**
 * Returns who sent a request that was accepted.
 *
 * @param request - The request
 * @returns Its caller; if no guard checked the request, the address that Fastify determined
 */
export function callerOf(request: FastifyRequest): Caller {
  return request[acceptedCaller] ?? { address: plainAddress(request.ip) };
}

/**
 * Records who sent a request.
 *
 * @param request - A request that was accepted
 * @param caller - Its caller
 */
export function acceptCaller(request: FastifyRequest, caller: Caller): void {
  request[acceptedCaller] = caller;
}

/**
 * Checks every request to a Fastify instance before its body is read, including requests to paths that do not exist.
 *
 * @param fastify - Instance of the service, before its routes are added
 * @param options - Guard and audit log
 */
export function guardRequests(fastify: FastifyInstance, options: GuardRequestsOptions): void {
  const { isOwn, isDescription } = options;
  fastify.decorateRequest(acceptedCaller, undefined);
  fastify.addHook("onRequest", (request, reply, done) => {
    if (isOwn(request.raw)) return done();
    const accept = (caller: Caller): void => {
      acceptCaller(request, caller);
      done();
    };
    const guard = options.guard();
    const refuse = (error: unknown): void => done(refused(error, { ...options, request, reply, guard }));
    try {
      const caller = guard.admit(request.raw, isDescription(request));
      if (caller instanceof Promise) caller.then(accept, refuse);
      else accept(caller);
    } catch (error) {
      refuse(error);
    }
  });
  // oxlint-disable-next-line max-params -- Fastify passes these
  fastify.addHook("preParsing", (request, _reply, payload, done) => {
    const digest = request[acceptedCaller]?.digest;
    if (digest === undefined) return done(null, payload);
    const checked = new DigestCheck(digest);
    payload.once("error", (error) => checked.destroy(error));
    return done(null, payload.pipe(checked));
  });
}

interface RefusedRequest extends Omit<GuardRequestsOptions, "guard"> {
  readonly guard: CallerGuard;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function refused(
  error: unknown,
  { request, reply, guard, audit, failures, throttled }: RefusedRequest,
): Error {
  // The body of a refused request is not read, so the connection cannot be reused.
  reply.header("connection", "close");
  if (!isConnectorError(error))
    return error instanceof Error ? error : new Error("Could not decide whether the caller may call.");
  const address = guard.addressOf(request.raw);
  const isWrong = error.code === "caller_unauthorized" && guard.hasCredentials(request.raw);
  const wait = isWrong ? failures.callerFailed(callerKey({ address })) : undefined;
  const sentError = wait?.error ?? error;
  if (sentError.code === "caller_unauthorized") reply.header("www-authenticate", guard.challenge);
  if (wait !== undefined) throttled();
  audit.write(wait === undefined ? "caller_refused" : "caller_throttled", {
    requestId: requestIds(request).id,
    address,
    code: sentError.code,
    reason: error.message,
  });
  return sentError;
}
