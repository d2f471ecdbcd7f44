import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { performance } from "node:perf_hooks";
import type { Exchange, ProbeRequest, SentRequest } from "../exchange/exchange.js";
import { couldNotRun } from "../expect/finding.js";
import { Patience, type PatienceOptions } from "./patience.js";
import { sendRequest } from "./send-request.js";
import { TransportFault } from "./transport-fault.js";

/** Number of timed-out requests after which the connector counts as gone. */
const maxTimeouts = 3;

/** Maximum number of response characters kept, most recently used first. Evicted responses are requested again. */
const maxCachedCharacters = 16_777_216;

/** Maximum number of error responses kept. */
const maxErrors = 400;

/** Maximum number of concurrent requests of the checks that send several at once in a run that is sequential. */
const parallelSockets = 8;

/** The address and the limits of requests. */
export interface ProbeOptions {
  /** Address of the connector, ending with a slash. */
  readonly base: URL;
  /** Headers sent with every request to the connector. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Maximum number of requests in total. */
  readonly maxRequests: number;
  /** Timeout of one response in milliseconds. */
  readonly requestTimeout: number;
  /** Timeout of all requests together in milliseconds. */
  readonly timeLimit: number;
  /** Maximum number of decoded bytes to read from one response. */
  readonly maxBodyBytes: number;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Called after each request that was sent. Default: not called. */
  readonly onSent?: (sent: SentRequest) => void;
  /** How a connector that asks for time gets it. */
  readonly patience: PatienceOptions;
}

/**
 * The only way to reach the connector. It counts requests, enforces the limits, and sends the same request only once
 * unless a fresh response is requested.
 */
export class Probe {
  readonly #options: ProbeOptions;
  readonly #agents: { readonly plain: Agent; readonly secure: SecureAgent };
  /** Responses by request, the most recently used last. */
  readonly #answers = new Map<string, Promise<Exchange>>();
  /** Lengths of responses by request. */
  readonly #lengths = new Map<string, number>();
  #cachedCharacters = 0;
  readonly #startedAt = performance.now();
  readonly #patience: Patience;
  #isPatient = true;
  /** Number of requests that may be sent now, and the requests that wait for it. */
  #free: number;
  readonly #queue: Array<() => void> = [];
  #requests = 0;
  #timeouts = 0;
  #answered = false;
  readonly #errors: Exchange[] = [];
  #gone: UnreachableConnector | undefined;
  /** The last request whose connection was closed without a response. */
  #cut: ProbeRequest | undefined;

  /** @param options - The address and the limits */
  constructor(options: ProbeOptions) {
    this.#options = options;
    this.#patience = new Patience(options.patience);
    this.#free = Math.max(options.concurrency, parallelSockets);
    const sockets = { keepAlive: true, maxSockets: this.#free };
    this.#agents = { plain: new Agent(sockets), secure: new SecureAgent(sockets) };
  }

  /** Number of requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Error responses of the connector so far. */
  get errors(): readonly Exchange[] {
    return this.#errors;
  }

  /** What the connector asked to wait for so far. */
  get patience(): Pick<Patience, "waitedMs" | "repeats" | "lapses"> {
    return this.#patience;
  }

  /**
   * Sends requests once each, whatever their responses ask for: their failure is what is judged.
   *
   * @param work - Sends the requests; no others must be under way
   * @returns What the work returns
   */
  async withoutPatience<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#isPatient = false;
    try {
      return await work();
    } finally {
      this.#isPatient = true;
    }
  }

  /** Milliseconds since the probe was created. */
  get elapsed(): number {
    return performance.now() - this.#startedAt;
  }

  /**
   * Sends a request, or returns the cached response to it.
   *
   * @param request - The request
   * @param fresh - Any number other than 0 makes the request a different one, so that it is sent again
   * @returns The exchange
   * @throws TransportFault when there was no response
   * @throws Finding when a limit of the whole run is reached
   */
  send(request: ProbeRequest, fresh = 0): Promise<Exchange> {
    const key = keyOf(request, fresh);
    const answer = this.#answers.get(key) ?? this.#ask(request, key);
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /**
   * Lists the responses to a request that was sent several times.
   *
   * @param request - The request
   * @returns The responses that are still in the cache, in no particular order
   */
  async answersTo(request: ProbeRequest): Promise<readonly Exchange[]> {
    const same = ` ${describeRequest(request)}`;
    const keys = [...this.#lengths.keys()].filter((key) => key.slice(key.indexOf(" ")) === same);
    return Promise.all(keys.flatMap((key) => this.#answers.get(key) ?? []));
  }

  /** The reason why the connector no longer responds, and the last request; `undefined` while it does. */
  get gone(): UnreachableConnector | undefined {
    return this.#gone;
  }

  /** Closes every connection. */
  close(): void {
    this.#agents.plain.destroy();
    this.#agents.secure.destroy();
  }

  /**
   * Evicts the least recently used responses when the cache is full: a connector must not exhaust the memory of the
   * suite.
   */
  async #ask(request: ProbeRequest, key: string): Promise<Exchange> {
    const exchange = this.#isPatient
      ? await this.#patience.send(request, () => this.#send(request))
      : await this.#send(request);
    if (exchange.status === 429 && this.#isPatient)
      couldNotRun(
        `The connector still returned 429 to ${request.method} ${request.path} after ${this.#patience.waitedMs} ms`,
      );
    this.#lengths.set(key, exchange.text.length);
    this.#cachedCharacters += exchange.text.length;
    for (const [oldest, length] of this.#lengthsByUse()) {
      if (this.#cachedCharacters <= maxCachedCharacters || oldest === key) break;
      this.#answers.delete(oldest);
      this.#lengths.delete(oldest);
      this.#cachedCharacters -= length;
    }
    return exchange;
  }

  /** Adds the caller's headers to requests to the connector only. Headers set by a check take precedence. */
  #withHeaders(request: ProbeRequest, url: URL): ProbeRequest {
    const { headers, base } = this.#options;
    if (headers === undefined || url.origin !== base.origin) return request;
    return { ...request, headers: { ...headers, ...request.headers } };
  }

  #lengthsByUse(): ReadonlyArray<readonly [key: string, length: number]> {
    if (this.#cachedCharacters <= maxCachedCharacters) return [];
    return [...this.#answers.keys()].flatMap((key) => {
      const length = this.#lengths.get(key);
      return length === undefined ? [] : [[key, length] as const];
    });
  }

  #noteFault({ kind, message }: TransportFault, request: ProbeRequest): void {
    if (kind === "timeout" && request.mayHang !== true) this.#timeouts += 1;
    if (kind === "refused" && this.#answered) this.#gone = { reason: message, after: this.#blamed(request) };
    // Of several requests that end together, the one that is not JSON is the likely reason.
    if (kind === "reset" && (this.#cut === undefined || isJson(this.#cut))) this.#cut = request;
  }

  /** Several requests may be under way when a connector stops. */
  #blamed(request: ProbeRequest): ProbeRequest {
    const known = this.#gone?.after ?? this.#cut;
    return known === undefined || (isJson(known) && !isJson(request)) ? request : known;
  }

  /** Waits before the time of a response is measured, not while it is. */
  async #send(request: ProbeRequest): Promise<Exchange> {
    await this.#patience.turn();
    if (this.#free > 0) this.#free -= 1;
    else
      await new Promise<void>((resolve) => {
        this.#queue.push(resolve);
      });
    try {
      return await this.#sendNow(request);
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  async #sendNow(request: ProbeRequest): Promise<Exchange> {
    const { base, maxRequests, timeLimit, requestTimeout, maxBodyBytes } = this.#options;
    if (this.#gone !== undefined) couldNotRun(`The connector is gone: ${this.#gone.reason}`);
    if (this.#timeouts >= maxTimeouts) couldNotRun(`The connector left ${maxTimeouts} requests unanswered`);
    if (this.#requests >= maxRequests) couldNotRun(`The limit of ${maxRequests} requests is reached`);
    const left = timeLimit - this.elapsed;
    if (left <= 0) couldNotRun(`The limit of ${timeLimit} ms for the whole run is reached`);
    this.#requests += 1;
    const url = new URL(/^https?:/.test(request.path) ? request.path : joinPath(base, request.path));
    const agent = url.protocol === "https:" ? this.#agents.secure : this.#agents.plain;
    const timeout = Math.min(requestTimeout, left);
    const sent = { method: request.method, url };
    const startedAt = performance.now();
    try {
      const exchange = await sendRequest(this.#withHeaders(request, url), {
        url,
        agent,
        timeout,
        maxBytes: request.readBytes ?? maxBodyBytes,
      });
      if (url.origin === base.origin) {
        this.#answered = true;
        if (exchange.status >= 400 && this.#errors.length < maxErrors) this.#errors.push(exchange);
        this.#cut = undefined;
      }
      const { status, totalMs, wireBytes, ending } = exchange;
      this.#options.onSent?.({ ...sent, status, totalMs, wireBytes, ending });
      return exchange;
    } catch (error) {
      const totalMs = performance.now() - startedAt;
      this.#options.onSent?.({ ...sent, status: undefined, totalMs, wireBytes: 0, ending: undefined });
      if (error instanceof TransportFault) this.#noteFault(error, request);
      throw error;
    }
  }
}

/** A connector that responded and then became unreachable. */
export interface UnreachableConnector {
  readonly reason: string;
  /** The first request that got no response. */
  readonly after: ProbeRequest;
}

function isJson({ body = "" }: ProbeRequest): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return body === "";
  }
}

function keyOf(request: ProbeRequest, fresh: number): string {
  return `${fresh} ${describeRequest(request)}`;
}

/** Large bodies are distinguished by their length and their first characters. */
function describeRequest({ body = "", ...request }: ProbeRequest): string {
  return JSON.stringify([request, body.length, body.slice(0, 65_536)]);
}

function joinPath(base: URL, path: string): string {
  return `${base.origin}${base.pathname.replace(/\/$/, "")}${path}`;
}
