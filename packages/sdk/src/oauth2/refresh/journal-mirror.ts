import { setTimeout as sleep } from "node:timers/promises";
import type { OAuthEnvironment } from "../../oauth/oauth-environment.js";

interface MirrorEntry {
  readonly sealed: string;
  readonly end: number;
}

/** Maximum bytes of the entries of one process; beyond that the oldest written ones are forgotten here. */
const maxBytes = 64 * 1024 * 1024;
/** What an entry takes in memory beside its texts, in bytes. */
const entryBytes = 200;
/** First and longest wait between two attempts to write what could not be written, in milliseconds. */
const backoff = { first: 250, max: 5000 };

/**
 * What this process knows of the refresh journal: sealed entries with tokens, as they are in the store.
 *
 * Tokens that came of a refresh exist nowhere else once the provider has sent them. So what the store does not take is
 * written again until it does, and what the store has lost is written to it once more.
 */
export class JournalMirror {
  readonly #environment: OAuthEnvironment;
  readonly #entries = new Map<string, MirrorEntry>();
  readonly #pending = new Set<string>();
  #bytes = 0;
  #flushing: Promise<void> | undefined;

  /**
   * Starts empty.
   *
   * @param environment - Store and clock
   */
  constructor(environment: OAuthEnvironment) {
    this.#environment = environment;
  }

  /** How many entries the store does not have yet. */
  get pending(): number {
    return this.#pending.size;
  }

  /**
   * Reads an entry.
   *
   * @param place - Its key in the store
   * @returns The sealed entry, if this process has it
   */
  find(place: string): string | undefined {
    const entry = this.#entries.get(place);
    return entry !== undefined && entry.end > this.#environment.now() ? entry.sealed : undefined;
  }

  /**
   * Keeps an entry and writes it to the store, now or as soon as the store takes it.
   *
   * @param place - Its key in the store
   * @param sealed - The sealed entry
   * @param lifetime - Milliseconds it lives
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
   * Keeps an entry that is in the store already, if that is not the memory of this process anyway.
   *
   * @param place - Its key in the store
   * @param sealed - The sealed entry
   * @param lifetime - Milliseconds it lives
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
      // What is nowhere else stays.
      if (!this.#pending.has(oldest)) this.#forget(oldest);
    }
  }

  /** Writes every entry to the store again, because the store has lost what it held. */
  restore(): void {
    for (const place of this.#entries.keys()) this.#pending.add(place);
    this.#flush();
  }

  /**
   * Waits until the store has everything.
   *
   * @param limit - Milliseconds to wait at most
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
