import { CacheStore } from "./cache-store.js";
import type { Store } from "./store.js";

let store: CacheStore | undefined;

/**
 * Returns the store for data that may be lost, such as rate budgets. It never fails.
 *
 * @returns A cache on top of the configured store, or else in the memory of this process
 */
export function processStore(): Store {
  store ??= new CacheStore();
  return store;
}

/**
 * Sets the store that this process shares with its replicas. Called by the service that hosts connectors, at startup.
 *
 * @param shared - The store that all replicas use; if it fails or is slow, calls continue without it
 */
export function configureStore(shared: Store): void {
  store = asCache(shared);
}

/**
 * Wraps a store for data that may be lost.
 *
 * @param shared - A store
 * @returns The same store if it is a {@link CacheStore} already, else a cache on top of it
 */
export function asCache(shared: Store): CacheStore {
  return shared instanceof CacheStore ? shared : new CacheStore({ shared });
}
