import { type Link, LinkedList } from "../deadline/linked-list.js";
import { ConcurrencyLimit } from "./concurrency-limit.js";

/** The connector and the endpoint that a request is for. */
export interface QueuedRequest {
  /** Id of the connector. */
  readonly connector: string;
  /** Name of the endpoint. */
  readonly endpoint: string;
}

/** A request that has arrived at the service. */
export interface CallerRequest extends QueuedRequest {
  /** Its caller, as returned by `callerKey`. */
  readonly caller: string;
  /** Name of the caller's credential; `undefined` when none was required. */
  readonly name?: string | undefined;
}

/** The right of one request to work. */
export interface Slot {
  /** Releases the slot. Must be called once. */
  readonly leave: () => void;
  /** Releases the slot unused. To be called instead of {@link leave}. */
  readonly cancel: () => void;
  /** The limit that the work of the request is added to while work is measured. */
  readonly metered: ConcurrencyLimit;
}

/** Begins a request with its slot, or refuses it if the slot is `undefined`. Must not throw. */
export type Begin = (slot: Slot | undefined) => void;

/** A request that waits to begin. */
export interface WaitingRequest {
  /** Its caller, as returned by `callerKey`. */
  readonly caller: string;
  /** Name of the caller's credential; `undefined` when none was required. */
  readonly name?: string | undefined;
  /** Time of its arrival. */
  readonly since: number;
  /** Number of the turn of the event loop in which it arrived. */
  readonly round: number;
  readonly begin: Begin;
}

/** Number of requests that may wait while the rate is unknown (`unknown`), and at any rate (`min`). */
const maxWaiting = { unknown: 256, min: 4 };

/** Minimum milliseconds over which the rate at which requests begin is measured. */
const minRateMs = 50;

/**
 * As many requests may wait as begin in this share of the maximum wait, so that none waits too long when they begin
 * somewhat more slowly than before.
 */
const queuedShare = 0.6;

/**
 * The requests that wait to begin at one endpoint of one connector, and the limit of those in progress. Callers take
 * turns to begin one. When the queue is full, a request of a caller with few of them replaces one of the caller with the
 * most.
 */
export class RequestQueue implements QueuedRequest {
  readonly connector: string;
  readonly endpoint: string;
  /** The limit of the requests in progress. */
  readonly limit = new ConcurrencyLimit();
  readonly #maxWaitMs: number;
  readonly #waiting = new CallerTurns<WaitingRequest>();
  /**
   * Requests begun per millisecond while others wait, averaged over the maximum wait; `undefined` if none had to wait for
   * as long.
   */
  #rate: number | undefined;
  /** When the rate was last measured. */
  #measuredAt = 0;
  /** Number of requests begun since a time from which on the queue was never empty; `undefined` while it is empty. */
  #busy: { readonly since: number; begun: number } | undefined;

  /**
   * @param request - The connector and the endpoint
   * @param maxWaitMs - Maximum time a request may wait before it begins, in milliseconds
   */
  constructor({ connector, endpoint }: QueuedRequest, maxWaitMs: number) {
    this.connector = connector;
    this.endpoint = endpoint;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Whether no request waits. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** The request that has waited the longest; `undefined` when the queue is empty. */
  get oldest(): Link<WaitingRequest> | undefined {
    return this.#waiting.oldest;
  }

  /** @returns The requests that wait, the oldest first */
  waiting(): readonly WaitingRequest[] {
    return this.#waiting.values();
  }

  /**
   * Returns whether a further request would wait too long.
   *
   * @param caller - The caller of the further request
   * @returns Whether the queue is full, and no other caller has at least two more requests in it
   */
  isFullFor(caller: string): boolean {
    return this.#isFull && this.#waiting.spareFor(caller) === undefined;
  }

  /**
   * Adds a request that has to wait.
   *
   * @param request - The request
   * @returns The request that it replaces, which is to be refused; `undefined` when the queue is not full
   */
  add(request: WaitingRequest): WaitingRequest | undefined {
    this.#busy ??= { since: request.since, begun: 0 };
    const replaced = this.#isFull ? this.#waiting.spareFor(request.caller) : undefined;
    if (replaced !== undefined) this.remove(replaced);
    this.#waiting.append(request);
    return replaced?.value;
  }

  /**
   * Removes the request that begins next: the oldest one of the caller whose turn it is.
   *
   * @returns The request; `undefined` when the queue is empty
   */
  begin(): WaitingRequest | undefined {
    const begun = this.#waiting.take();
    if (this.#busy !== undefined && begun !== undefined) this.#busy.begun += 1;
    if (this.isEmpty) this.#busy = undefined;
    return begun;
  }

  /** @param link - Position of a request to remove */
  remove(link: Link<WaitingRequest>): void {
    this.#waiting.remove(link);
    if (this.isEmpty) this.#busy = undefined;
  }

  /**
   * Updates the rate at which requests begin.
   *
   * @param now - The current time
   */
  measureRate(now: number): void {
    if (this.#busy === undefined) {
      // An overloaded queue can be empty for a moment, because streams begin in groups.
      if (now - this.#measuredAt > this.#maxWaitMs) this.#rate = undefined;
      return;
    }
    const { since, begun } = this.#busy;
    const elapsedMs = now - since;
    if (elapsedMs < minRateMs) return;
    // One request can take longer than a window. That none began says nothing until one should have.
    if (this.#rate === undefined && begun === 0 && elapsedMs < this.#maxWaitMs) return;
    const rate = begun / elapsedMs;
    const weight = 1 - Math.exp(-elapsedMs / this.#maxWaitMs);
    this.#rate = this.#rate === undefined ? rate : this.#rate + (rate - this.#rate) * weight;
    this.#busy = { since: now, begun: 0 };
    this.#measuredAt = now;
  }

  /**
   * Removes the last requests of the callers with the most, until the queue is short enough for the rate at which
   * requests begin.
   *
   * @returns The removed requests
   */
  removeExcess(): readonly WaitingRequest[] {
    const removed: WaitingRequest[] = [];
    for (let { spare } = this.#waiting; spare !== undefined; { spare } = this.#waiting) {
      if (this.#waiting.size <= this.#maxWaiting) break;
      removed.push(spare.value);
      this.remove(spare);
    }
    return removed;
  }

  get #isFull(): boolean {
    return this.#waiting.size >= this.#maxWaiting;
  }

  get #maxWaiting(): number {
    if (this.#rate === undefined) return maxWaiting.unknown;
    return Math.max(maxWaiting.min, this.#rate * this.#maxWaitMs * queuedShare);
  }
}

/** A value that waits, and its positions among all values and among those of its caller. */
interface Place<Value> extends Link<Value> {
  readonly line: Line<Value>;
  /** `undefined` once it is removed. */
  links: { readonly inAll: Link<Place<Value>>; readonly inLine: Link<Place<Value>> } | undefined;
}

/** The values of one caller, the oldest first. */
interface Line<Value> {
  readonly caller: string;
  readonly places: LinkedList<Place<Value>>;
  /** The position of the caller among those that take turns. */
  turn: Link<Line<Value>> | undefined;
}

/** Values that wait. Their callers take turns, so that a caller with many values does not delay those of the others. */
export class CallerTurns<Value extends { readonly caller: string }> {
  readonly #all = new LinkedList<Place<Value>>();
  readonly #lines = new Map<string, Line<Value>>();
  /** The callers of the values that wait, the one whose turn it is first. */
  readonly #turns = new LinkedList<Line<Value>>();

  /** Number of values. */
  get size(): number {
    return this.#all.size;
  }

  /** The value that has waited the longest; `undefined` when none waits. */
  get oldest(): Link<Value> | undefined {
    return this.#all.first?.value;
  }

  /** @returns The values, the oldest first */
  values(): Value[] {
    return this.#all.values().map(({ value }) => value);
  }

  /** The newest value of the caller with the most values; `undefined` when none waits. */
  get spare(): Link<Value> | undefined {
    // When every caller has one value, the newest of all is meant.
    return this.#all.size === this.#lines.size ? this.#all.last?.value : this.#longest?.places.last?.value;
  }

  /**
   * Returns which value to remove for one of a caller with fewer values.
   *
   * @param caller - The caller of the further value
   * @returns The newest value of the caller with the most values; `undefined` if that has not at least two more
   */
  spareFor(caller: string): Link<Value> | undefined {
    const count = this.#lines.get(caller)?.places.size ?? 0;
    const longest = this.#all.size === this.#lines.size ? undefined : this.#longest;
    return longest !== undefined && longest.places.size >= count + 2 ? longest.places.last?.value : undefined;
  }

  /**
   * @param value - Value to add
   * @returns Its position, to remove it
   */
  append(value: Value): Link<Value> {
    const line = this.#lines.get(value.caller) ?? this.#begin(value.caller);
    const place: Place<Value> = { value, line, links: undefined };
    place.links = { inAll: this.#all.append(place), inLine: line.places.append(place) };
    return place;
  }

  /**
   * Removes the oldest value of the caller whose turn it is, and gives the turn to the next caller.
   *
   * @returns The value; `undefined` when none waits
   */
  take(): Value | undefined {
    const line = this.#turns.first?.value;
    const place = line?.places.first?.value;
    if (line === undefined || place === undefined) return undefined;
    this.remove(place);
    if (line.turn !== undefined) {
      this.#turns.remove(line.turn);
      line.turn = this.#turns.append(line);
    }
    return place.value;
  }

  /** @param link - A value of these; ignored if it was already removed */
  remove(link: Link<Value>): void {
    // Only `append` creates links, and each of them is a place.
    const place = link as Place<Value>;
    const { line, links } = place;
    if (links === undefined) return;
    place.links = undefined;
    this.#all.remove(links.inAll);
    line.places.remove(links.inLine);
    if (line.places.size > 0 || line.turn === undefined) return;
    this.#turns.remove(line.turn);
    line.turn = undefined;
    this.#lines.delete(line.caller);
  }

  get #longest(): Line<Value> | undefined {
    let longest: Line<Value> | undefined;
    for (const line of this.#lines.values())
      if (longest === undefined || line.places.size > longest.places.size) longest = line;
    return longest;
  }

  #begin(caller: string): Line<Value> {
    const line: Line<Value> = { caller, places: new LinkedList(), turn: undefined };
    line.turn = this.#turns.append(line);
    this.#lines.set(caller, line);
    return line;
  }
}
