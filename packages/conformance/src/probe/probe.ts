import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import { performance } from "node:perf_hooks";
import { couldNotRun } from "../requirement/finding.js";
import type { Exchange, ProbeRequest } from "./exchange.js";
import { sendRequest } from "./send-request.js";
import { TransportFault } from "./transport-fault.js";

/** After this many requests without an answer in time the connector counts as gone. */
const patience = 3;

/** Where requests go, and how many at most. */
export interface ProbeOptions {
  /** Address of the connector, ending with a slash. */
  readonly base: URL;
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
  readonly #answers = new Map<string, Promise<Exchange>>();
  readonly #startedAt = performance.now();
  #requests = 0;
  #timeouts = 0;

  /** @param options - Where requests go, and how many at most */
  constructor(options: ProbeOptions) {
    this.#options = options;
    const sockets = { keepAlive: true, maxSockets: options.concurrency };
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
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#send(request);
    this.#answers.set(key, answer);
    return answer;
  }

  /** Closes every connection. */
  close(): void {
    this.#agents.plain.destroy();
    this.#agents.secure.destroy();
  }

  async #send(request: ProbeRequest): Promise<Exchange> {
    const { base, maxRequests, timeLimit, requestTimeout, maxBodyBytes } = this.#options;
    if (this.#timeouts >= patience) couldNotRun(`The connector left ${patience} requests unanswered`);
    if (this.#requests >= maxRequests) couldNotRun(`The limit of ${maxRequests} requests is reached`);
    const left = timeLimit - this.elapsed;
    if (left <= 0) couldNotRun(`The limit of ${timeLimit} ms for the whole run is reached`);
    this.#requests += 1;
    const url = new URL(/^https?:/.test(request.path) ? request.path : joinPath(base, request.path));
    const agent = url.protocol === "https:" ? this.#agents.secure : this.#agents.plain;
    const timeout = Math.min(requestTimeout, left);
    try {
      return await sendRequest(request, { url, agent, timeout, maxBytes: request.readBytes ?? maxBodyBytes });
    } catch (error) {
      if (error instanceof TransportFault && error.kind === "timeout") this.#timeouts += 1;
      throw error;
    }
  }
}

/** A large body is told from others by its length and its beginning. */
function keyOf({ body = "", ...request }: ProbeRequest, fresh: number): string {
  return JSON.stringify([request, fresh, body.length, body.slice(0, 65_536)]);
}

function joinPath(base: URL, path: string): string {
  return `${base.origin}${base.pathname.replace(/\/$/, "")}${path}`;
}
