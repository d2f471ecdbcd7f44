import { randomUUID } from "node:crypto";
import type { Store } from "../../store/store.js";

/**
 * The lock of one refresh token, as all replicas see it. While a secret of the deployment is replaced it has an id for
 * each secret, so that replicas with the old one and replicas with the new one exclude each other.
 */
export class RefreshLock {
  /** A name for who holds it. */
  readonly owner = randomUUID();
  readonly #store: Store;
  readonly #keys: readonly string[];
  readonly #lifetime: number;

  /**
   * Names a lock; nothing is taken yet.
   *
   * @param store - What replicas share
   * @param ids - Ids of the refresh token, the current one first
   * @param lifetime - Milliseconds it lives unless it is extended
   */
  constructor(store: Store, ids: readonly string[], lifetime: number) {
    this.#store = store;
    // The oldest first, so that everybody takes those that are shared in the same order.
    this.#keys = ids.map((id) => `lock:${id}`).toReversed();
    this.#lifetime = lifetime;
  }

  /** @returns Whether the lock was free and is held now */
  async take(): Promise<boolean> {
    for (const key of this.#keys) {
      if (await this.#store.setIfAbsent(key, this.owner, this.#lifetime)) continue;
      await this.release();
      return false;
    }
    return true;
  }

  /**
   * Extends the lock again and again, also in a store that has lost it.
   *
   * @param also - What is written again with it
   * @returns A function that stops it
   */
  extend(also: () => Promise<void>): () => void {
    const timer = setInterval(() => {
      const extended = this.#keys.map((key) => this.#store.set(key, this.owner, this.#lifetime));
      // What fails now is tried again the next time.
      Promise.all([...extended, also()]).catch(() => undefined);
    }, this.#lifetime / 3);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Gives up what is held of the lock; a lock that stays ends by itself. */
  async release(): Promise<void> {
    for (const key of this.#keys) {
      await this.#store.deleteIfEqual(key, this.owner).catch(() => false);
    }
  }
}
