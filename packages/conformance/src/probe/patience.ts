import type { Exchange, ProbeRequest } from "../exchange/exchange.js";

/** Maximum number of times that one request is repeated. */
const maxRepeats = 3;

/** Maximum milliseconds of one wait, and of all waits of a run together. */
const maxWaitMs = 30_000;
const maxTotalMs = 120_000;

/** Milliseconds until the first repeat of a request that states no time; each further wait takes twice as long. */
const limitedMs = 1_000;
const unavailableMs = 100;

/** Requests that stay unavailable when repeated, after which a status alone is no longer a reason to repeat. */
const maxHopeless = 3;

const unavailable: ReadonlySet<number> = new Set([502, 503, 504]);

/** Time as the suite sees it. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Resolves after some milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds) =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
};

/** A wait between two requests, and why. */
export interface Waiting {
  readonly milliseconds: number;
  /** Status of the response that asked for it; `undefined` when a rate is kept. */
  readonly status: number | undefined;
}

/** Settings of `Patience`. */
export interface PatienceOptions {
  readonly clock: Clock;
  /** Maximum number of requests per second. Default: none but what the connector states. */
  readonly rate?: number;
  /** Called before each wait that a response asked for. Default: not called. */
  readonly onWaiting?: (waiting: Waiting) => void;
}

/** Decides when a request is sent, and whether it is sent again, so that a connector that asks for time gets it. */
export class Patience {
  readonly #options: PatienceOptions;
  /** When the next request may be sent, in milliseconds since 1970. */
  #nextAt = 0;
  #hopeless = 0;
  #waitedMs = 0;
  #repeats = 0;
  readonly #lapses: Exchange[] = [];

  /** @param options - Clock and rate */
  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  /** Milliseconds spent on waits that responses asked for. */
  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Number of requests that were sent again. */
  get repeats(): number {
    return this.#repeats;
  }

  /** Responses that the connector was unavailable, to requests that it answered when they were repeated. */
  get lapses(): readonly Exchange[] {
    return this.#lapses;
  }

  /** Waits until the next request may be sent. */
  async turn(): Promise<void> {
    const { clock, rate } = this.#options;
    const now = clock.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + (rate === undefined ? 0 : 1_000 / rate);
    if (at > now) await clock.wait(at - now);
  }

  /**
   * Sends a request, and again while its response asks for time.
   *
   * @param request - The request
   * @param send - Sends it once
   * @returns The last response
   */
  async send(request: ProbeRequest, send: () => Promise<Exchange>): Promise<Exchange> {
    let exchange = await send();
    if (!mayWait(request)) return exchange;
    const first = exchange;
    for (let repeat = 0; repeat < maxRepeats; repeat += 1) {
      this.#keepStatedRate(exchange);
      const wait = this.#waitFor(exchange, repeat);
      if (wait !== undefined && isAnswered(exchange, wait)) break;
      if (wait === undefined) break;
      await this.#pause(wait, exchange.status);
      this.#repeats += 1;
      exchange = await send();
    }
    if (unavailable.has(first.status)) this.#note(first, exchange);
    return exchange;
  }

  #note(first: Exchange, last: Exchange): void {
    if (unavailable.has(last.status)) this.#hopeless += 1;
    else if (statedWait(first, this.#options.clock.now()) === undefined) this.#lapses.push(first);
  }

  /** Returns how long to wait before a request is repeated, or `undefined` when it is not. */
  #waitFor(exchange: Exchange, repeat: number): number | undefined {
    const { status } = exchange;
    if (status !== 429 && status < 500) return undefined;
    const stated = statedWait(exchange, this.#options.clock.now());
    const isAsked = status === 429 || stated !== undefined;
    if (!isAsked && (!unavailable.has(status) || this.#hopeless >= maxHopeless)) return undefined;
    const wait = stated ?? (isAsked ? limitedMs : unavailableMs) * 2 ** repeat;
    return wait > maxWaitMs || this.#waitedMs + wait > maxTotalMs ? undefined : wait;
  }

  async #pause(milliseconds: number, status: number): Promise<void> {
    const { clock, onWaiting } = this.#options;
    this.#waitedMs += milliseconds;
    // Other requests must not use up what this one waits for.
    this.#nextAt = Math.max(this.#nextAt, clock.now() + milliseconds);
    if (milliseconds >= limitedMs) onWaiting?.({ milliseconds, status });
    await clock.wait(milliseconds);
  }

  /** A connector that says how many requests are left is not asked for more before its next window. */
  #keepStatedRate({ headers }: Exchange): void {
    const { clock, onWaiting } = this.#options;
    const now = clock.now();
    const wait = windowLeft(headers, now);
    if (wait === undefined || wait > maxWaitMs || this.#waitedMs + wait > maxTotalMs) return;
    if (now + wait <= this.#nextAt) return;
    this.#waitedMs += wait;
    this.#nextAt = now + wait;
    onWaiting?.({ milliseconds: wait, status: undefined });
  }
}

/**
 * Returns whether a response that asks for time is the answer itself: a deliberate mistake, such as an unknown host, may
 * rightly be "unavailable".
 */
function isAnswered({ request, status }: Exchange, wait: number): boolean {
  return request.mayHang === true && status !== 429 && wait > limitedMs;
}

/** An OAuth setup fails on purpose while it is judged, and an absolute address is not the connector's. */
function mayWait({ path }: ProbeRequest): boolean {
  return !/^(?:https?:|\/oauth[12](?:[/?]|$))/.test(path);
}

/** Returns the milliseconds that a response asks to wait, or `undefined` when it does not ask. */
function statedWait({ headers, text, status }: Exchange, now: number): number | undefined {
  const header = headers["retry-after"];
  if (header !== undefined && /^\s*\d+\s*$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header ?? "");
  if (!Number.isNaN(date)) return Math.max(date - now, 0);
  return status >= 500 && /"tryLater"\s*:\s*true\b/.test(text) ? limitedMs : undefined;
}

/** Returns the milliseconds until a new window begins, if the current one has no request left. */
function windowLeft(headers: Exchange["headers"], now: number): number | undefined {
  const both = `${headers["ratelimit"] ?? ""};`;
  const left =
    /\b(?:remaining|r)=(\d+)/.exec(both)?.[1] ??
    headers["ratelimit-remaining"] ??
    headers["x-ratelimit-remaining"];
  const reset =
    /\b(?:reset|t)=(\d+)/.exec(both)?.[1] ?? headers["ratelimit-reset"] ?? headers["x-ratelimit-reset"];
  if (Number(left ?? Number.NaN) !== 0 || reset === undefined || !/^\d+(?:\.\d+)?$/.test(reset))
    return undefined;
  const seconds = Number(reset);
  // Some services state an instant in seconds since 1970.
  return Math.max(seconds > 1_000_000_000 ? seconds * 1_000 - now : seconds * 1_000, 0);
}
