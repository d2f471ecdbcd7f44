import type { Limits } from "../limits/limits.js";

/** How much the callers of one address may have in progress. */
type AddressMaximums = Pick<Limits, "maxRequestsPerAddress" | "maxStreamsPerAddress">;

/** What the callers of one address have in progress. */
interface InProgress {
  requests: number;
  streams: number;
}

/** Limits how much the callers of one address have in progress, so that one of them cannot take all of a service. */
export class AddressLimits {
  readonly #limits: AddressMaximums;
  readonly #inProgress = new Map<string, InProgress>();

  /** @param limits - Maximums; `0` means as many as the service allows */
  constructor(limits: AddressMaximums) {
    this.#limits = limits;
  }

  /** Whether there is any maximum. */
  get areSet(): boolean {
    return this.#limits.maxRequestsPerAddress > 0 || this.#limits.maxStreamsPerAddress > 0;
  }

  /**
   * Counts a request from its arrival.
   *
   * @param address - Address of its caller; those whose address is not known count as one
   * @param isStream - Whether it asks for rows
   * @returns A function that ends it; `undefined` when the address has too much in progress
   */
  begin(address: string | undefined, isStream: boolean): (() => void) | undefined {
    const key = address ?? "";
    const { maxRequestsPerAddress, maxStreamsPerAddress } = this.#limits;
    const own = this.#inProgress.get(key) ?? { requests: 0, streams: 0 };
    if (maxRequestsPerAddress > 0 && own.requests >= maxRequestsPerAddress) return undefined;
    if (isStream && maxStreamsPerAddress > 0 && own.streams >= maxStreamsPerAddress) return undefined;
    own.requests += 1;
    if (isStream) own.streams += 1;
    this.#inProgress.set(key, own);
    return () => {
      own.requests -= 1;
      if (isStream) own.streams -= 1;
      if (own.requests === 0) this.#inProgress.delete(key);
    };
  }
}
