import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import type { Store } from "../store/store.js";

interface MirrorEntry {
  readonly sealed: string;
  readonly end: number;
}

/** Maximum bytes of the entries of one process. Above it, the oldest entries that the store has are evicted. */
const maxBytes = 64 * 1024 * 1024;
/** Memory overhead of an entry in addition to its texts, in bytes. */
const entryBytes = 200;
/** First and longest wait before entries that could not be written are written again, in milliseconds. */
const backoff = { first: 250, max: 5000 };

/**
 * Entries of the refresh journal in the memory of this process: sealed entries with tokens, exactly as in the store.
 *
 * New tokens that a provider has sent exist nowhere else. Entries that the store does not accept are therefore written
 * again until it does, and entries that the store has lost are written to it again.
 */
export class JournalMirror {
  readonly #environment: OAuthEnvironment;
  readonly #entries = new Map<string, MirrorEntry>();
  readonly #pending = new Set<string>();
  #bytes = 0;
  #flushing: Promise<void> | undefined;

  /**
   * Creates an empty mirror.
   *
   * @param environment - Store and clock
   */
  constructor(environment: OAuthEnvironment) {
    this.#environment = environment;
  }

  /** Number of entries that still have to be written to the store. */
  get pending(): number {
    return this.#pending.size;
  }

  /**
   * Reads an entry.
   *
   * @param place - Its key in the store
   * @returns The sealed entry; `undefined` when this process has none or it has expired
   */
  find(place: string): string | undefined {
    const entry = this.#entries.get(place);
    return entry !== undefined && entry.end > this.#environment.now() ? entry.sealed : undefined;
  }

  /**
   * Keeps an entry in memory and writes it to the store, now or as soon as the store accepts it.
   *
   * @param place - Its key in the store
   * @param sealed - The sealed entry
   * @param lifetime - Lifetime of the entry in milliseconds
   */
  async write(place: string, sealed: string, lifetime: number): Promise<void> {
    this.#put(place, sealed, lifetime);
    try {
      await this.#environment.store.set(place, sealed, lifetime);
      this.#pending.delete(place);
      if (!this.#environment.shared) this.#forget(place);
    } catch {
      this.#pending.add(place);
      this.#environment.onEvent("tokens_pending");
      this.#flush();
    }
  }

  /**
   * Keeps a copy of an entry that the store already has. Does nothing if the store itself is memory of this process.
   *
   * @param place - Its key in the store
   * @param sealed - The sealed entry
   * @param lifetime - Lifetime of the entry in milliseconds
   */
  remember(place: string, sealed: string, lifetime: number): void {
    if (this.#environment.shared && this.find(place) === undefined) this.#put(place, sealed, lifetime);
  }

  #put(place: string, sealed: string, lifetime: number): void {
    this.#forget(place);
    this.#entries.set(place, { sealed, end: this.#environment.now() + lifetime });
    this.#bytes += sizeOf(place, sealed);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= maxBytes) break;
      // An entry that the store does not have yet must not be evicted.
      if (!this.#pending.has(oldest)) this.#forget(oldest);
    }
  }

  /** Writes every entry to the store again, because the store has lost its contents. */
  restore(): void {
    for (const place of this.#entries.keys()) this.#pending.add(place);
    this.#flush();
  }

  /**
   * Waits until all pending entries are written to the store.
   *
   * @param limit - Maximum wait in milliseconds
   */
  async settle(limit: number): Promise<void> {
    const stop = new AbortController();
    const late = sleep(limit, undefined, { signal: stop.signal }).catch(() => undefined);
    await Promise.race([this.#flushing, late]);
    stop.abort();
  }

  #flush(): void {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    for (let wait = backoff.first; this.#pending.size > 0; wait = Math.min(backoff.max, wait * 2)) {
      try {
        for (const place of this.#pending) await this.#writeAgain(place);
        this.#environment.onEvent("tokens_written");
      } catch {
        await sleep(wait, undefined, { ref: false });
      }
    }
  }

  async #writeAgain(place: string): Promise<void> {
    const entry = this.#entries.get(place);
    const left = (entry?.end ?? 0) - this.#environment.now();
    if (entry !== undefined && left > 0) await this.#environment.store.set(place, entry.sealed, left);
    this.#pending.delete(place);
  }

  #forget(place: string): void {
    const entry = this.#entries.get(place);
    if (entry === undefined) return;
    this.#bytes -= sizeOf(place, entry.sealed);
    this.#entries.delete(place);
  }
}

function sizeOf(place: string, sealed: string): number {
  return place.length + sealed.length + entryBytes;
}

const place = "generation";
/** Lifetime of the generation entry in milliseconds: 400 days, longer than any store is likely to run. */
const lifetime = 400 * 24 * 3_600_000;

/**
 * Detects that a store has lost its contents while this process was running, because it was emptied or another server
 * replaced it. After that, the store may lack the locks and marks of refreshes in progress.
 */
export class StoreGeneration {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #onLoss: () => void;
  #known: string | undefined;
  #lost = Number.NEGATIVE_INFINITY;

  /**
   * Creates the detector of a store.
   *
   * @param store - Store that the replicas share
   * @param now - Clock in milliseconds
   * @param onLoss - Called when a loss is detected
   */
  constructor(store: Store, now: () => number, onLoss: () => void = () => undefined) {
    this.#store = store;
    this.#now = now;
    this.#onLoss = onLoss;
  }

  /**
   * Checks whether the store still has the generation of the previous check.
   *
   * @returns Milliseconds since this process detected the last loss; infinite when there was none. When another replica
   *   detected it says nothing, because its clock may differ
   * @throws When the store fails
   */
  async age(): Promise<number> {
    const current = await this.#current();
    if (this.#known !== undefined && current !== this.#known) {
      this.#lost = this.#now();
      this.#onLoss();
    }
    this.#known = current;
    return this.#now() - this.#lost;
  }

  /** Returns the current generation: a random part, and the server on which it began. */
  async #current(): Promise<string | undefined> {
    const server = (await this.#store.identity?.()) ?? "";
    const found = await this.#store.get(place);
    if (found !== undefined && (server === "" || found.endsWith(` ${server}`))) return found;
    // A server that has taken over the data of another may lack its last writes, so it begins a new generation.
    if (found !== undefined) await this.#store.deleteIfEqual(place, found);
    const made = `${randomUUID()} ${server}`;
    return (await this.#store.setIfAbsent(place, made, lifetime)) ? made : await this.#store.get(place);
  }
}
