import type { FastifyReply, FastifyRequest } from "fastify";
import { addressKey, callerKey } from "../callers/caller.js";
import { callerOf } from "../callers/caller-guard.js";
import type { Host } from "../host/host.js";
import type { QuotaRequest } from "../host/quotas.js";
import type { CallerRequest, Slot } from "../host/request-queue.js";
import { type AccountFields, accountKey } from "../request/account/account-key.js";
import type { Pace } from "../stream/response-sink.js";
import { parseBody } from "../wire/parse-body.js";
import { requestIds } from "../wire/wire-request.js";
import { pathOf, toWireRequest } from "./destination.js";
import { describeRefusal, type RefusalFacts, refusalAnswer } from "./refusal-answer.js";

/** A request to a connector that has not begun yet. */
export interface ArrivedRequest {
  readonly host: Host;
  /** Id of the connector. */
  readonly connector: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A request to a connector whose body has been read. */
export interface ReadRequest extends ArrivedRequest {
  /** Fields of the accounts of the connector. */
  readonly accountFields: AccountFields;
}

/** A request that has begun. */
export interface Admitted extends Pick<Slot, "leave"> {
  /** The limit that its work is added to; `undefined` for a request that costs almost nothing. */
  readonly metered?: Slot["metered"];
  /** How fast its rows may be sent. Default: as fast as the caller reads. */
  readonly pace?: Pace | undefined;
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
  const { host } = arrived;
  const reason = host.refusal(callerRequest(arrived, endpoint));
  const refusal = reason === undefined ? host.quotas.refusal(quotaRequest(arrived, endpoint)) : { reason };
  if (refusal === undefined) return false;
  refuse(arrived, endpoint, refusal);
  return true;
}

function callerRequest(
  { connector, request }: ArrivedRequest,
  endpoint: string,
  account?: string,
): CallerRequest {
  const caller = callerOf(request);
  return { connector, endpoint, caller: account ?? callerKey(caller), name: caller.name };
}

function quotaRequest(
  { host, connector, request }: ArrivedRequest,
  endpoint: string,
  account?: string,
): QuotaRequest {
  const caller = callerOf(request);
  const isStream = host.faces.streamsRows(endpoint);
  const { address, name } = caller;
  return {
    address: addressKey(address),
    caller: callerKey(caller),
    account,
    connector,
    isStream,
    endpoint,
    name,
  };
}

/**
 * Waits until a request may begin, or refuses it. A request that costs almost nothing may always begin.
 *
 * @param arrived - The request
 * @param begin - Called when the request begins, with its slot and, if it may be expensive, its endpoint; must not
 *   throw
 */
export function admitRequest(
  arrived: ReadRequest,
  begin: (admitted: Admitted, endpoint: string | undefined) => void,
): void {
  const { host, request: received, reply } = arrived;
  if (!host.isOwn(received.raw)) host.requestArrived();
  const endpoint = workOf(arrived);
  if (endpoint === undefined) {
    host.arrivals.whenRead(() => begin(noSlot, undefined));
    return;
  }
  const account = accountOf(arrived, endpoint);
  const request = quotaRequest(arrived, endpoint, account);
  const end = host.quotas.enter(request, (refusal) => {
    if (refusal !== undefined) refuse(arrived, endpoint, refusal);
    else
      host.begin(callerRequest(arrived, endpoint, account), (slot) => {
        if (typeof slot === "string") refuse(arrived, endpoint, { reason: slot });
        else begin({ ...slot, pace: paceOf(arrived, request) }, endpoint);
      });
  });
  whenClosed(reply, end);
}

/** Returns how fast the rows of a request that begins may be sent; `undefined` for no maximum. */
function paceOf({ host, reply }: ArrivedRequest, request: QuotaRequest): Pace | undefined {
  const paced = request.isStream ? host.rates.begin(request) : undefined;
  if (paced === undefined) return undefined;
  whenClosed(reply, paced.end);
  return paced.pace;
}

function whenClosed({ raw }: FastifyReply, then: () => void): void {
  // A response that has closed already emits no further event.
  if (raw.destroyed) then();
  else raw.once("close", then);
}

const noSlot: Admitted = { leave: () => undefined };

/** Returns the key of the account of a request; `undefined` when nothing is counted by it, or it cannot be read. */
function accountOf(arrived: ReadRequest, endpoint: string): string | undefined {
  const { host, connector, accountFields: fields, request } = arrived;
  if (!host.maximums.needAccount(connector)) return undefined;
  const { limits, accounts } = host.options;
  const wire = toWireRequest(request);
  try {
    const received = { request: wire, body: parseBody(wire, limits) };
    const account = host.faces.of(wire.path).accountOf(endpoint, received);
    return accountKey(account, { connector, fields, secret: accounts.environment.secret });
  } catch {
    // The endpoint reports what is wrong with the request.
    return undefined;
  }
}

/** Returns the endpoint of a request that may be expensive; `undefined` for every other request. */
function workOf({ host, request }: ArrivedRequest): string | undefined {
  if (!["POST", "DELETE"].includes(request.method) || host.isOwn(request.raw)) return undefined;
  return host.faces.find(request.method, pathOf(request))?.name;
}

/** Refuses a request as cheaply as possible, because many are refused at a time. The log only counts them. */
function refuse(arrived: ArrivedRequest, endpoint: string, refusal: RefusalFacts): void {
  const { host, connector } = arrived;
  const { reason, limit } = refusal;
  const { code, status } = describeRefusal(refusal);
  host.options.metrics.refused({ connector, reason, limit });
  host.refusals.count({ connector, endpoint, reason, limit });
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
      sendRefusal(arrived, refusal);
    } catch {
      // A hook of the application threw.
      arrived.reply.raw.destroy();
    }
  });
}

function sendRefusal({ host, request, reply }: ArrivedRequest, refusal: RefusalFacts): void {
  // The caller may have left while the refusal was held.
  if (reply.raw.destroyed) return;
  const { errorBody } = host.faces.of(pathOf(request));
  const { status, headers, body } = refusalAnswer(refusal, errorBody, requestIds(request));
  if (host.draining) void reply.header("connection", "close");
  void reply.code(status).headers(headers).send(body);
}
