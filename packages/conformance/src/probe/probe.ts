import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { performance } from "node:perf_hooks";
import { couldNotRun } from "../requirement/finding.js";
import type { Exchange, ProbeRequest } from "./exchange.js";
import { sendRequest } from "./send-request.js";
import { TransportFault } from "./transport-fault.js";

/** After this many requests without an answer in time the connector counts as gone. */
const patience = 3;

/** Characters of answers that are remembered, the latest first; what was forgotten is asked again. */
const memory = 16_777_216;

/** Sockets for the checks that send several requests at once, whatever the run does otherwise. */
const parallelSockets = 4;

/** Where requests go, and how many at most. */
export interface ProbeOptions {
  /** Address of the connector, ending with a slash. */
  readonly base: URL;
  /** Headers sent with every request to the connector. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests that may be sent in all. */
  readonly maxRequests: number;
  /** Milliseconds one answer may take. */
  readonly requestTimeout: number;
  /** Milliseconds all requests together may take. */
  readonly timeLimit: number;
  /** Decoded bytes that are read of one answer. */
  readonly maxBodyBytes: number;
  /** Requests that may be under way at once. */
  readonly concurrency: number;
}

/**
 * The one way to the connector: counts requests, keeps to the limits, and sends the same request only once
 * unless a fresh answer is asked for.
 */
export class Probe {
  readonly #options: ProbeOptions;
  readonly #agents: { readonly plain: Agent; readonly secure: SecureAgent };
  /** Answers by request, the one that was used last at the end. */
  readonly #answers = new Map<string, Promise<Exchange>>();
  /** Lengths of answers by request. */
  readonly #lengths = new Map<string, number>();
  #held = 0;
  readonly #startedAt = performance.now();
  #requests = 0;
  #timeouts = 0;
  #answered = false;
  #gone: GoneConnector | undefined;
  /** The last request whose connection was closed without an answer. */
  #cut: ProbeRequest | undefined;

  /** @param options - Where requests go, and how many at most */
  constructor(options: ProbeOptions) {
    this.#options = options;
    const sockets = { keepAlive: true, maxSockets: Math.max(options.concurrency, parallelSockets) };
    this.#agents = { plain: new Agent(sockets), secure: new SecureAgent(sockets) };
  }

  /** Requests sent so far. */
  get requests(): number {
    return this.#requests;
  }

  /** Milliseconds since the first request could be sent. */
  get elapsed(): number {
    return performance.now() - this.#startedAt;
  }

  /**
   * Sends a request, or gives the answer it already has for it.
   *
   * @param request - What to send
   * @param fresh - Any number other than 0 makes the request a different one, which is sent again
   * @returns The exchange
   * @throws TransportFault when no answer came
   * @throws Finding when a limit of the whole run is reached
   */
  send(request: ProbeRequest, fresh = 0): Promise<Exchange> {
    const key = keyOf(request, fresh);
    const answer = this.#answers.get(key) ?? this.#ask(request, key);
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Why nothing listens any more, and after which request; `undefined` while something does. */
  get gone(): GoneConnector | undefined {
    return this.#gone;
  }

  /** Closes every connection. */
  close(): void {
    this.#agents.plain.destroy();
    this.#agents.secure.destroy();
  }

  /** Large answers are let go once there are too many: a connector must not fill the memory of who judges it. */
  async #ask(request: ProbeRequest, key: string): Promise<Exchange> {
    const exchange = await this.#send(request);
    this.#lengths.set(key, exchange.text.length);
    this.#held += exchange.text.length;
    for (const [oldest, length] of this.#lengthsByUse()) {
      if (this.#held <= memory || oldest === key) break;
      this.#answers.delete(oldest);
      this.#lengths.delete(oldest);
      this.#held -= length;
    }
    return exchange;
  }

  /** Credentials of the caller go to the connector and to nobody else; what a check sends itself comes before them. */
  #withHeaders(request: ProbeRequest, url: URL): ProbeRequest {
    const { headers, base } = this.#options;
    if (headers === undefined || url.origin !== base.origin) return request;
    return { ...request, headers: { ...headers, ...request.headers } };
  }

  #lengthsByUse(): ReadonlyArray<readonly [key: string, length: number]> {
    if (this.#held <= memory) return [];
    return [...this.#answers.keys()].flatMap((key) => {
      const length = this.#lengths.get(key);
      return length === undefined ? [] : [[key, length] as const];
    });
  }

  #noteFault({ kind, message }: TransportFault, request: ProbeRequest): void {
    if (kind === "timeout" && request.mayHang !== true) this.#timeouts += 1;
    if (kind === "refused" && this.#answered) this.#gone = { reason: message, after: this.#cut ?? request };
    if (kind === "reset") this.#cut = request;
  }

  async #send(request: ProbeRequest): Promise<Exchange> {
    const { base, maxRequests, timeLimit, requestTimeout, maxBodyBytes } = this.#options;
    if (this.#gone !== undefined) couldNotRun(`The connector is gone: ${this.#gone.reason}`);
    if (this.#timeouts >= patience) couldNotRun(`The connector left ${patience} requests unanswered`);
    if (this.#requests >= maxRequests) couldNotRun(`The limit of ${maxRequests} requests is reached`);
    const left = timeLimit - this.elapsed;
    if (left <= 0) couldNotRun(`The limit of ${timeLimit} ms for the whole run is reached`);
    this.#requests += 1;
    const url = new URL(/^https?:/.test(request.path) ? request.path : joinPath(base, request.path));
    const agent = url.protocol === "https:" ? this.#agents.secure : this.#agents.plain;
    const timeout = Math.min(requestTimeout, left);
    try {
      const exchange = await sendRequest(this.#withHeaders(request, url), {
        url,
        agent,
        timeout,
        maxBytes: request.readBytes ?? maxBodyBytes,
      });
      if (url.origin === base.origin) this.#answered = true;
      return exchange;
    } catch (error) {
      if (error instanceof TransportFault) this.#noteFault(error, request);
      throw error;
    }
  }
}

/** A connector that answered and then went away. */
export interface GoneConnector {
  readonly reason: string;
  /** The request that got no answer any more. */
  readonly after: ProbeRequest;
}

/** A large body is told from others by its length and its beginning. */
function keyOf({ body = "", ...request }: ProbeRequest, fresh: number): string {
  return JSON.stringify([request, fresh, body.length, body.slice(0, 65_536)]);
}

function joinPath(base: URL, path: string): string {
  return `${base.origin}${base.pathname.replace(/\/$/, "")}${path}`;
}
