import { MemoryStore, type Replacement, type Store } from "@wellhead/runtime";

/** A store for tests that replicas share. It fails while `down` is set, and its server can be replaced. */
export class SharedStore implements Store {
  /** Keys and lifetimes of all `set()` calls that succeeded. */
  readonly writes: { readonly key: string; readonly lifetime: number }[] = [];
  down = false;
  server: string | undefined;
  #memory: MemoryStore;
  readonly #now: () => number;

  /** @param now - Clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
    this.#memory = new MemoryStore(now);
  }

  /** Deletes the contents, as a store that loses its data does. */
  lose(): void {
    this.#memory = new MemoryStore(this.#now);
  }

  async get(key: string): Promise<string | undefined> {
    return await this.#up().get(key);
  }

  async set(key: string, value: string, lifetime: number): Promise<void> {
    await this.#up().set(key, value, lifetime);
    this.writes.push({ key, lifetime });
  }

  async setIfAbsent(key: string, value: string, lifetime: number): Promise<boolean> {
    return await this.#up().setIfAbsent(key, value, lifetime);
  }

  async setIfEqual(key: string, replacement: Replacement): Promise<boolean> {
    return await this.#up().setIfEqual(key, replacement);
  }

  async deleteIfEqual(key: string, value: string): Promise<boolean> {
    return await this.#up().deleteIfEqual(key, value);
  }

  async increment(key: string, amount: number, lifetime: number): Promise<number> {
    return await this.#up().increment(key, amount, lifetime);
  }

  identity(): Promise<string | undefined> {
    return Promise.resolve(this.server);
  }

  #up(): MemoryStore {
    if (this.down) throw new Error("The store is gone");
    return this.#memory;
  }
}
