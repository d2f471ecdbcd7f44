import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuditLog } from "../observe/logs/audit-log.js";
import { requestIds } from "../wire/wire-request.js";
import {
  type Caller,
  callerAddress,
  callerKey,
  type ForwardingOptions,
  isListed,
  plainAddress,
} from "./caller.js";
import { type BearerTokens, callerUnauthorized, readClientCertificate } from "./credentials.js";
import { checkSite } from "./request-site.js";
import { DigestCheck, type SignedRequests } from "./signed-requests.js";
import type { FailureThrottle } from "./throttle/failure-throttle.js";

/** Who may call, as parsed and checked settings. */
export interface CallerPolicy {
  /** Addresses that may call; `undefined` for all. */
  readonly addresses: BlockList | undefined;
  /** Which proxies are trusted; `undefined` when none is. */
  readonly forwarding: ForwardingOptions | undefined;
  readonly hosts: ReadonlySet<string>;
  /** Returns the current tokens, which change with their file. `undefined` when tokens are not in use. */
  readonly tokens: (() => BearerTokens) | undefined;
  readonly signatures: SignedRequests | undefined;
  /** Whether a client certificate of the trusted authority is a credential. */
  readonly certificates: boolean;
  readonly publicDescription: boolean;
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
}

/** Headers that identify the caller. A repeated one is refused, because another program might read the other value. */
const singleHeaders: ReadonlySet<string> = new Set([
  "authorization",
  "signature",
  "signature-input",
  "content-digest",
]);

/** Decides who may call a service. */
export class CallerGuard {
  readonly #policy: CallerPolicy;

  /** @param policy - Who may call */
  constructor(policy: CallerPolicy) {
    this.#policy = policy;
  }

  /** Whether callers have to prove who they are. */
  get asksForCredentials(): boolean {
    const { tokens, signatures, certificates } = this.#policy;
    return tokens !== undefined || signatures !== undefined || certificates;
  }

  /** Whether requests may be signed, so that their bodies have to be compared with what was signed. */
  get readsSignatures(): boolean {
    return this.#policy.signatures !== undefined;
  }

  /** Whether any setting restricts who may call. */
  get isRestricted(): boolean {
    return this.asksForCredentials || this.#policy.addresses !== undefined;
  }

  /** Who may call, in one sentence; `undefined` when everybody may. */
  get sentence(): string | undefined {
    if (!this.isRestricted) return undefined;
    const from = this.#policy.addresses === undefined ? "" : " from the allowed addresses";
    return this.asksForCredentials
      ? `Callers${from} need ${this.#accepted().join(" or ")}.`
      : `Callers${from} need no credentials.`;
  }

  /** The value of the header `WWW-Authenticate` of a refusal. */
  get challenge(): string {
    return this.#policy.tokens === undefined ? "Signature" : "Bearer";
  }

  /**
   * @param request - A request
   * @returns Address it comes from; behind trusted proxies, the address that they forwarded
   */
  addressOf(request: IncomingMessage): string | undefined {
    return callerAddress(request, this.#policy.forwarding);
  }

  /**
   * @param address - Address of the other end of a connection
   * @returns Whether it is a trusted proxy
   */
  isProxy(address: string): boolean {
    const { forwarding } = this.#policy;
    if (forwarding === undefined) return false;
    const plain = plainAddress(address);
    return plain !== undefined && isListed(forwarding.proxies, plain);
  }

  /**
   * Decides whether a request is accepted, before its body is read.
   *
   * @param request - The request
   * @param isDescription - Whether it reads a description or a logo, which may be public
   * @returns Who sent it
   * @throws ConnectorError `caller_forbidden` for an address, host name or page that may not call,
   *   `caller_unauthorized` for missing or wrong credentials, `unavailable` when they cannot be checked
   */
  admit(request: IncomingMessage, isDescription: boolean): Caller | Promise<Caller> {
    const { hosts, addresses, publicDescription } = this.#policy;
    checkSite(request, hosts);
    const address = this.addressOf(request);
    if (addresses !== undefined && (address === undefined || !isListed(addresses, address))) {
      throw new ConnectorError(
        "caller_forbidden",
        `Could not accept the request: the address ${address ?? "that was forwarded"} may not call this service. Its operator can allow it with WELLHEAD_CALLERS or --allow-address.`,
      );
    }
    if (!this.asksForCredentials || (isDescription && publicDescription)) return { address };
    return this.#identify(request, address);
  }

  /**
   * @param request - A request
   * @returns Whether one of its headers contains credentials, valid or not
   */
  hasCredentials({ headers }: IncomingMessage): boolean {
    return headers.authorization !== undefined || headers["signature-input"] !== undefined;
  }

  #identify(request: IncomingMessage, address: string | undefined): Caller | Promise<Caller> {
    const { tokens, signatures, certificates, now } = this.#policy;
    refuseRepeatedHeaders(request);
    const { authorization, "signature-input": signed } = request.headers;
    // Wrong credentials are refused beside right ones of another kind, too.
    const bearer =
      tokens === undefined || authorization === undefined ? undefined : nameOfBearer(tokens(), authorization);
    if (signatures !== undefined && signed !== undefined)
      return signatures.check(request).then(({ name, digest }) => ({ address, name, digest }));
    if (bearer !== undefined) return { address, name: bearer };
    const certificate = certificates
      ? readClientCertificate(request.socket, now())
      : { kind: "none" as const };
    if (certificate.kind === "trusted") return { address, name: certificate.name };
    throw callerUnauthorized(
      certificate.kind === "refused" ? certificate.reason : `expected ${this.#accepted().join(" or ")}`,
    );
  }

  #accepted(): readonly string[] {
    const { tokens, signatures, certificates } = this.#policy;
    return [
      ...(tokens === undefined ? [] : ["a bearer token"]),
      ...(signatures === undefined ? [] : ["a signature"]),
      ...(certificates ? ["a client certificate"] : []),
    ];
  }
}

function nameOfBearer(tokens: BearerTokens, authorization: string): string {
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1];
  if (token === undefined)
    throw callerUnauthorized("expected Authorization with the word Bearer and a token");
  const name = tokens.nameOf(token);
  if (name === undefined) throw callerUnauthorized("the bearer token is not known");
  return name;
}

function refuseRepeatedHeaders({ rawHeaders }: IncomingMessage): void {
  const seen = new Set<string>();
  for (const [index, text] of rawHeaders.entries()) {
    const name = text.toLowerCase();
    // The others are values.
    if (index % 2 === 1 || !singleHeaders.has(name)) continue;
    if (seen.has(name)) throw callerUnauthorized(`the request has the header ${name} twice`);
    seen.add(name);
  }
}

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
