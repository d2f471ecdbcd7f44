import { randomUUID } from "node:crypto";
import type { Store } from "../store/store.js";

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
   * @returns Milliseconds since a replica first detected the last loss; infinite when there was none
   * @throws When the store fails
   */
  async age(): Promise<number> {
    const current = await this.#current();
    if (this.#known !== undefined && current !== this.#known) {
      const made = Number.parseInt(current ?? "", 10);
      this.#lost = Number.isNaN(made) ? this.#now() : made;
      this.#onLoss();
    }
    this.#known = current;
    return this.#now() - this.#lost;
  }

  /** Returns the current generation: its start time, a random part, and the server on which it began. */
  async #current(): Promise<string | undefined> {
    const server = (await this.#store.identity?.()) ?? "";
    const found = await this.#store.get(place);
    if (found !== undefined && (server === "" || found.endsWith(` ${server}`))) return found;
    // A server that has taken over the data of another may lack its last writes, so it begins a new generation.
    if (found !== undefined) await this.#store.deleteIfEqual(place, found);
    const made = `${this.#now()} ${randomUUID()} ${server}`;
    return (await this.#store.setIfAbsent(place, made, lifetime)) ? made : await this.#store.get(place);
  }
}
