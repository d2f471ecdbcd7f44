import { CacheStore } from "./cache-store.js";
import type { Store } from "./store.js";

let store: CacheStore | undefined;

/**
 * Returns the store for what may be lost, such as rate budgets. It never fails.
 *
 * @returns One over the configured store, else one in the memory of this process
 */
export function processStore(): Store {
  store ??= new CacheStore();
  return store;
}

/**
 * Sets what this process shares with its replicas. For the service that hosts connectors, at its start.
 *
 * @param shared - The store all replicas use; one that fails or is slow holds up nothing
 */
export function configureStore(shared: Store): void {
  store = asCache(shared);
}

/**
 * Makes a store fit for what may be lost.
 *
 * @param shared - A store
 * @returns The same when it never fails already, else one over it
 */
export function asCache(shared: Store): CacheStore {
  return shared instanceof CacheStore ? shared : new CacheStore({ shared });
}
