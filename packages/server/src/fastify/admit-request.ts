import type { FastifyReply, FastifyRequest } from "fastify";
import { callerKey } from "../callers/caller-key.js";
import { callerOf } from "../callers/guard-requests.js";
import type { Host } from "../host/host.js";
import type { CallerRequest, Slot } from "../host/request-queue.js";
import type { Refusal } from "../metrics/metrics.js";
import { requestIds } from "../request/request-ids.js";
import { pathOf } from "./destination.js";
import { describeRefusal, refusalAnswer } from "./refusal-answer.js";

/** A request to a connector that has not begun yet. */
export interface ArrivedRequest {
  readonly host: Host;
  /** Id of the connector. */
  readonly connector: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A request that has begun. */
export interface Admitted extends Pick<Slot, "leave"> {
  /** The limit that its work is added to; `undefined` for a request that costs almost nothing. */
  readonly metered?: Slot["metered"];
}

/**
 * Refuses a request before its body is read, if it must be refused anyway.
 *
 * @param arrived - The request
 * @returns Whether it was refused
 */
export function refuseEarly(arrived: ArrivedRequest): boolean {
  const endpoint = workOf(arrived);
  if (endpoint === undefined) return false;
  const refusal = arrived.host.refusal(callerRequest(arrived, endpoint)) ?? addressRefusal(arrived, endpoint);
  if (refusal === undefined) return false;
  refuse(arrived, endpoint, refusal);
  return true;
}

function callerRequest({ connector, request }: ArrivedRequest, endpoint: string): CallerRequest {
  const caller = callerOf(request);
  return { connector, endpoint, caller: callerKey(caller), name: caller.name };
}

/** Counts a request for its address until its response has ended. Returns `address` if that exceeds a maximum. */
function addressRefusal({ host, request, reply }: ArrivedRequest, endpoint: string): Refusal | undefined {
  if (!host.addresses.areSet) return undefined;
  const end = host.addresses.begin(callerOf(request).address, host.faces.streamsRows(endpoint));
  if (end === undefined) return "address";
  reply.raw.once("close", end);
  return undefined;
}

/**
 * Waits until a request may begin, or refuses it. A request that costs almost nothing may always begin.
 *
 * @param arrived - The request
 * @param begin - Called when the request begins, with its slot and, if it may be expensive, its endpoint; must not
 *   throw
 */
export function admitRequest(
  arrived: ArrivedRequest,
  begin: (admitted: Admitted, endpoint: string | undefined) => void,
): void {
  const { host } = arrived;
  const endpoint = workOf(arrived);
  if (endpoint === undefined) {
    host.arrivals.whenRead(() => begin(noSlot, undefined));
    return;
  }
  host.begin(callerRequest(arrived, endpoint), (slot) => {
    if (typeof slot === "string") refuse(arrived, endpoint, slot);
    else begin(slot, endpoint);
  });
}

const noSlot: Admitted = { leave: () => undefined };

/** Returns the endpoint of a request that may be expensive; `undefined` for every other request. */
function workOf({ host, request }: ArrivedRequest): string | undefined {
  if (!["POST", "DELETE"].includes(request.method) || host.isOwn(request.raw)) return undefined;
  return host.faces.find(request.method, pathOf(request))?.name;
}

/** Refuses a request as cheaply as possible, because many are refused at a time. The log only counts them. */
function refuse(arrived: ArrivedRequest, endpoint: string, reason: Refusal): void {
  const { host, connector } = arrived;
  const { code, status } = describeRefusal(reason);
  host.options.metrics.refused({ connector, reason });
  host.refusals.count({ connector, endpoint, reason });
  host.options.metrics.answered({
    connector,
    method: arrived.request.method,
    endpoint,
    status,
    seconds: 0,
    code,
    ending: undefined,
    rows: 0,
    bytes: 0,
  });
  host.refusalBudget.send(() => {
    try {
      sendRefusal(arrived, reason);
    } catch {
      // A hook of the application threw.
      arrived.reply.raw.destroy();
    }
  });
}

function sendRefusal({ host, request, reply }: ArrivedRequest, reason: Refusal): void {
  // The caller may have left while the refusal was held.
  if (reply.raw.destroyed) return;
  const { errorBody } = host.faces.of(pathOf(request));
  const { status, headers, body } = refusalAnswer(reason, errorBody, requestIds(request));
  if (host.draining) void reply.header("connection", "close");
  void reply.code(status).headers(headers).send(body);
}
