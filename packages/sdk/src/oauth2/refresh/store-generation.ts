import { randomUUID } from "node:crypto";
import type { Store } from "../../store/store.js";

const place = "generation";
/** Longer than any store is likely to live. */
const lifetime = 400 * 24 * 3_600_000;

/**
 * Notices that a store lost what it held while this process ran, because it was emptied or another server took its
 * place: after that it may know nothing of tokens that are being refreshed at this moment.
 */
export class StoreGeneration {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #onLoss: () => void;
  #known: string | undefined;
  #lost = Number.NEGATIVE_INFINITY;

  /**
   * Watches a store.
   *
   * @param store - What replicas share
   * @param now - Clock in milliseconds
   * @param onLoss - Called when a loss is noticed
   */
  constructor(store: Store, now: () => number, onLoss: () => void = () => undefined) {
    this.#store = store;
    this.#now = now;
    this.#onLoss = onLoss;
  }

  /**
   * Checks whether the store is the one it was.
   *
   * @returns Milliseconds since it was noticed that it lost what it held; infinite when it never did
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

  /** The generation: when it began, a random part, and the server it began at. */
  async #current(): Promise<string | undefined> {
    const server = (await this.#store.identity?.()) ?? "";
    const found = await this.#store.get(place);
    if (found !== undefined && (server === "" || found.endsWith(` ${server}`))) return found;
    // A server that took over another's data may lack the other's last writes, so it begins a generation of its own.
    if (found !== undefined) await this.#store.deleteIfEqual(place, found);
    const made = `${this.#now()} ${randomUUID()} ${server}`;
    return (await this.#store.setIfAbsent(place, made, lifetime)) ? made : await this.#store.get(place);
  }
}
