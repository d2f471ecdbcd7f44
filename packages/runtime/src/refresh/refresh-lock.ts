import { randomUUID } from "node:crypto";
import type { Store } from "../store/store.js";

/**
 * The lock of one refresh token across all replicas. While a secret of the deployment is being replaced, the lock has
 * one id for each secret, so that replicas with the old secret and replicas with the new one exclude each other.
 */
export class RefreshLock {
  /** Unique id of this holder. */
  readonly owner = randomUUID();
  readonly #store: Store;
  readonly #keys: readonly string[];
  readonly #lifetime: number;

  /**
   * Creates a lock without taking it.
   *
   * @param store - Store that the replicas share
   * @param ids - Ids of the refresh token, the current one first
   * @param lifetime - Milliseconds until the lock expires unless it is extended
   */
  constructor(store: Store, ids: readonly string[], lifetime: number) {
    this.#store = store;
    // The oldest id comes first, so that all replicas take the keys they have in common in the same order.
    this.#keys = ids.map((id) => `lock:${id}`).toReversed();
    this.#lifetime = lifetime;
  }

  /** @returns Whether the lock was free and is now held */
  async take(): Promise<boolean> {
    for (const key of this.#keys) {
      if (await this.#store.setIfAbsent(key, this.owner, this.#lifetime)) continue;
      await this.release();
      return false;
    }
    return true;
  }

  /**
   * Extends the lock periodically. If the store has lost the lock, this writes it again.
   *
   * @param also - Called with each extension, to write other entries again
   * @returns A function that stops the extension
   */
  extend(also: () => Promise<void>): () => void {
    const timer = setInterval(() => {
      const extended = this.#keys.map((key) => this.#store.set(key, this.owner, this.#lifetime));
      // A failed write is repeated at the next interval.
      Promise.all([...extended, also()]).catch(() => undefined);
    }, this.#lifetime / 3);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Releases every key that is held. A key that cannot be deleted expires by itself. */
  async release(): Promise<void> {
    for (const key of this.#keys) {
      await this.#store.deleteIfEqual(key, this.owner).catch(() => false);
    }
  }
}
