import { randomUUID } from "node:crypto";
import type { Store } from "../../store/store.js";

const place = "generation";
/** Longer than any store is likely to live. */
const lifetime = 400 * 24 * 3_600_000;

/**
 * Notices that a store was emptied while this process ran: after that it knows nothing of tokens that are being
 * presented at this moment.
 */
export class StoreGeneration {
  readonly #store: Store;
  readonly #now: () => number;
  #known: string | undefined;
  #lost = Number.NEGATIVE_INFINITY;

  /**
   * Watches a store.
   *
   * @param store - What replicas share
   * @param now - Clock in milliseconds
   */
  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Looks whether the store is the one it was.
   *
   * @returns Milliseconds since it was found emptied; infinite when it never was
   */
  async age(): Promise<number> {
    let found = await this.#store.get(place);
    if (found === undefined) {
      const made = `${this.#now()} ${randomUUID()}`;
      found = (await this.#store.setIfAbsent(place, made, lifetime)) ? made : await this.#store.get(place);
    }
    if (this.#known !== undefined && found !== this.#known) {
      const made = Number.parseInt(found ?? "", 10);
      this.#lost = Number.isNaN(made) ? this.#now() : made;
    }
    this.#known = found;
    return this.#now() - this.#lost;
  }
}
