import { type Link, LinkedList } from "../deadline/linked-list.js";
import {
  type ConnectorLimits,
  type QuotaHolder,
  type QuotaLimit,
  type QuotaMaximums,
  type QuotaResource,
  quotaLimits,
  rateLimits,
} from "../settings/limits.js";
import type { QueuedShare } from "./admission.js";
import { type CountedLimit, UsageCounter, type UsualTime } from "./usage-counter.js";

/** What {@link Quotas} needs. */
export interface QuotasOptions {
  readonly maximums: Maximums;
  /** Maximum time a request may wait for a slot, in milliseconds. */
  readonly maxQueueDelayMs: number;
  /** Returns the time of a monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Calls a function after a delay in milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => void;
}

/** A request, by everything that has a quota. */
export interface QuotaRequest {
  /** Key of the address of its caller. */
  readonly address: string;
  /** Key of its caller. */
  readonly caller: string;
  /** Key of its account; `undefined` when it has none or it is not needed. */
  readonly account: string | undefined;
  /** Id of its connector. */
  readonly connector: string;
  readonly isStream: boolean;
  /** Name of its endpoint. */
  readonly endpoint: string;
  /** Name of the caller's credential; `undefined` when none was required. */
  readonly name?: string | undefined;
}

/** Why a request is refused, and when it may be sent again. */
export interface QuotaRefusal {
  readonly reason: QuotaHolder;
  readonly limit: QuotaLimit;
  /** Seconds. */
  readonly retryAfter: number;
}

/** Begins a request, or refuses it. Must not throw. */
export type QuotaDecision = (refusal: QuotaRefusal | undefined) => void;

type Counter = UsageCounter<Entry>;

/** A request that has entered. */
interface Entry {
  /** Who takes a turn in a queue: its account, else its caller. */
  readonly caller: string;
  readonly request: QuotaRequest;
  readonly counters: readonly Counter[];
  readonly since: number;
  readonly decide: QuotaDecision;
  /** Where it waits; `undefined` when it does not. */
  wait: { readonly counter: Counter; readonly link: Link<Entry> } | undefined;
  /** Its position among all that wait; `undefined` until it waits. */
  inAll: Link<Entry> | undefined;
  /** Its positions in its counters; `undefined` until it begins. */
  starts: readonly { readonly counter: Counter; readonly start: Link<number> }[] | undefined;
  hasEnded: boolean;
}

/**
 * Limits what each address, caller, account and connector uses of the service, so that none of them uses up what the
 * others need.
 *
 * A request begins once none of its holders has too much in progress, and takes all its slots at the same time, so that
 * a request that waits for one holder takes nothing from the others. As many requests may wait for a holder as it may
 * have in progress, each for at most `maxQueueDelay`.
 */
export class Quotas {
  readonly #options: QuotasOptions;
  readonly #counters = new Map<string, Counter>();
  /** The requests that wait, the oldest first. */
  readonly #waiting = new LinkedList<Entry>();
  /** How long requests take, by limit and connector. */
  readonly #usual = new Map<string, UsualTime>();
  #isTimerSet = false;

  /** @param options - Limits, clock and timer */
  constructor(options: QuotasOptions) {
    this.#options = options;
    options.maximums.watch(() => this.#apply());
  }

  /** Number of holders with something in progress or waiting, for each of their limits. */
  get size(): number {
    return this.#counters.size;
  }

  /** @returns The requests that wait, the oldest first */
  queued(): readonly QueuedShare[] {
    return this.#waiting
      .values()
      .map(({ request: { connector, endpoint, name }, since }) => ({ connector, endpoint, name, since }));
  }

  #apply(): void {
    const counters = [...this.#counters.values()];
    for (const counter of counters)
      counter.max = this.#options.maximums.of(counter.facts.limit, counter.facts.connector);
    for (const counter of counters) this.#drain(counter);
  }

  /**
   * Checks on arrival whether a request would be refused, so that its body need not be read.
   *
   * @param request - The request; its account is not known yet
   * @returns Why it is refused; `undefined` if it need not be
   */
  refusal(request: QuotaRequest): QuotaRefusal | undefined {
    for (const [key, facts] of this.#limitsOf(request)) {
      const counter = this.#counters.get(key);
      if (counter?.isFullFor(turnOf(request)) === true) return this.#refusalOf(counter, facts);
    }
    return undefined;
  }

  /**
   * Begins a request as soon as all its holders have room for it, or refuses it.
   *
   * @param request - The request
   * @param decide - Called when it begins or is refused, possibly before this method returns
   * @returns A function to call once the request has ended, whether or not it has begun
   */
  enter(request: QuotaRequest, decide: QuotaDecision): () => void {
    const counters = this.#limitsOf(request).map(([key, facts]) => this.#counterOf(key, facts));
    const since = this.#options.now();
    const caller = turnOf(request);
    const entry: Entry = {
      caller,
      request,
      counters,
      since,
      decide,
      wait: undefined,
      inAll: undefined,
      starts: undefined,
      hasEnded: false,
    };
    for (const counter of counters) counter.users += 1;
    this.#advance(entry);
    return () => this.#end(entry);
  }

  #advance(entry: Entry): void {
    const { counters, decide } = entry;
    const full = counters.find((counter) => !counter.hasRoom);
    if (full !== undefined) return this.#wait(entry, full);
    if (entry.inAll !== undefined) this.#waiting.remove(entry.inAll);
    const now = this.#options.now();
    entry.starts = counters.map((counter) => ({ counter, start: counter.begin(now) }));
    decide(undefined);
  }

  #wait(entry: Entry, counter: Counter): void {
    const { waiting } = counter;
    if (waiting.size >= counter.max) {
      const replaced = waiting.spareFor(entry.caller);
      if (replaced === undefined) return this.#refuse(entry, counter);
      this.#refuse(replaced.value, counter);
    }
    entry.wait = { counter, link: waiting.append(entry) };
    entry.inAll ??= this.#waiting.append(entry);
    this.#setTimer();
  }

  #refuse(entry: Entry, counter: Counter): void {
    this.#end(entry);
    entry.decide(this.#refusalOf(counter, counter.facts));
  }

  #refusalOf(counter: Counter, { holder, limit }: CountedLimit): QuotaRefusal {
    return { reason: holder, limit, retryAfter: counter.retryAfter(this.#options.now()) };
  }

  #end(entry: Entry): void {
    if (entry.hasEnded) return;
    entry.hasEnded = true;
    const { wait, inAll, starts = [], counters } = entry;
    wait?.counter.waiting.remove(wait.link);
    if (inAll !== undefined) this.#waiting.remove(inAll);
    const now = this.#options.now();
    for (const { counter, start } of starts) counter.finish(start, now);
    for (const counter of counters) {
      counter.users -= 1;
      if (counter.users === 0) this.#counters.delete(counter.key);
      else this.#drain(counter);
    }
  }

  /** Begins the requests that wait for a holder while it has room. One that now waits for another holder waits there. */
  #drain(counter: Counter): void {
    while (counter.hasRoom) {
      const next = counter.waiting.take();
      if (next === undefined) break;
      next.wait = undefined;
      this.#advance(next);
    }
  }

  #counterOf(key: string, facts: CountedLimit): Counter {
    const known = this.#counters.get(key);
    if (known !== undefined) return known;
    const { limit, connector } = facts;
    const name = `${limit} ${connector}`;
    const usual = this.#usual.get(name) ?? { ms: 0 };
    this.#usual.set(name, usual);
    const counter: Counter = new UsageCounter({
      key,
      facts,
      max: this.#options.maximums.of(limit, connector),
      usual,
    });
    this.#counters.set(key, counter);
    return counter;
  }

  /** Returns the limits that apply to a request, each with the key of its counter. */
  #limitsOf(request: QuotaRequest): readonly (readonly [key: string, facts: CountedLimit])[] {
    const { connector, isStream } = request;
    const resources: readonly QuotaResource[] = isStream ? ["requests", "streams"] : ["requests"];
    const found: (readonly [string, CountedLimit])[] = [];
    for (const holder of holders) {
      const id = request[holder];
      if (id === undefined) continue;
      for (const resource of resources) {
        const limit = quotaLimits[holder][resource];
        if (this.#options.maximums.of(limit, connector) > 0)
          found.push([`${limit} ${id}`, { holder, limit, connector }]);
      }
    }
    return found;
  }

  /** Refuses the requests that have waited too long. */
  #refuseLate(): void {
    const latest = this.#options.now() - this.#options.maxQueueDelayMs;
    for (let { first } = this.#waiting; first !== undefined; { first } = this.#waiting) {
      const { since, wait } = first.value;
      if (since > latest || wait === undefined) return;
      this.#refuse(first.value, wait.counter);
    }
  }

  #setTimer(): void {
    if (this.#isTimerSet) return;
    this.#isTimerSet = true;
    this.#options.after(this.#options.maxQueueDelayMs / 4, () => {
      this.#isTimerSet = false;
      this.#refuseLate();
      if (this.#waiting.size > 0) this.#setTimer();
    });
  }
}

const holders = ["address", "caller", "account", "connector"] as const satisfies readonly QuotaHolder[];

function turnOf({ account, caller }: QuotaRequest): string {
  return account ?? caller;
}

/** The current maximums of callers, accounts and connectors, which can change while the service runs. */
export class Maximums {
  #limits: QuotaMaximums;
  #ofConnectors: ReadonlyMap<string, Partial<ConnectorLimits>> = new Map();
  readonly #listeners: (() => void)[] = [];

  /** @param limits - Limits of the service */
  constructor(limits: QuotaMaximums) {
    this.#limits = limits;
  }

  /**
   * @param limit - Name of a limit
   * @param connector - Id of the connector that it is for
   * @returns Its value: that of the connector, else that of the service
   */
  of(limit: keyof QuotaMaximums, connector: string): number {
    const own: Partial<QuotaMaximums> | undefined = this.#ofConnectors.get(connector);
    return own?.[limit] ?? this.#limits[limit];
  }

  /**
   * @param connector - Id of a connector
   * @returns Whether the account of its requests has to be known
   */
  needAccount(connector: string): boolean {
    const { requests, streams } = quotaLimits.account;
    return [requests, streams, rateLimits.account].some((limit) => this.of(limit, connector) > 0);
  }

  /** @param listener - Called after each change */
  watch(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Replaces the limits of the service. What is in progress continues, even if it is more than a new maximum. A maximum
   * that was 0 counts only what begins from now on.
   *
   * @param limits - The new limits
   */
  setLimits(limits: QuotaMaximums): void {
    this.#limits = limits;
    for (const listener of this.#listeners) listener();
  }

  /**
   * Replaces the limits that connectors have for themselves, as {@link setLimits} does.
   *
   * @param ofConnectors - Limits by connector id
   */
  setConnectors(ofConnectors: ReadonlyMap<string, Partial<ConnectorLimits>>): void {
    this.#ofConnectors = ofConnectors;
    for (const listener of this.#listeners) listener();
  }
}
