import { MemoryStore } from "./memory-store.js";
import type { Store } from "./store.js";

let store: Store | undefined;

/**
 * Gives what this process shares with its replicas.
 *
 * @returns The configured store, else one in memory
 */
export function processStore(): Store {
  store ??= new MemoryStore();
  return store;
}

/**
 * Sets what this process shares with its replicas. For the service that hosts connectors, at its start.
 *
 * @param shared - The store all replicas use
 */
export function configureStore(shared: Store): void {
  store = shared;
}
