import { addressKey } from "../callers/caller-key.js";
import type { Limits } from "../limits/limits.js";

/** Maximums for the callers from one address. */
type AddressMaximums = Pick<Limits, "maxRequestsPerAddress" | "maxStreamsPerAddress">;

/** Number of requests and streams that the callers from one address have in progress. */
interface InProgress {
  requests: number;
  streams: number;
}

/** Limits the requests and streams in progress from one address, so that it cannot use up the whole service. */
export class AddressLimits {
  /** Whether any maximum is set. */
  readonly areSet: boolean;
  readonly #limits: AddressMaximums;
  readonly #inProgress = new Map<string, InProgress>();

  /** @param limits - Maximums; `0` means no maximum for each address */
  constructor(limits: AddressMaximums) {
    this.areSet = limits.maxRequestsPerAddress > 0 || limits.maxStreamsPerAddress > 0;
    this.#limits = limits;
  }

  /**
   * Counts a request as in progress from its arrival.
   *
   * @param address - Address of the caller. The addresses of an IPv6 network of 64 bits share one count, and so do all
   *   callers without a known address
   * @param isStream - Whether it asks for rows
   * @returns A function to call when the request has ended; `undefined` if the address has too much in progress
   */
  begin(address: string | undefined, isStream: boolean): (() => void) | undefined {
    const key = addressKey(address);
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
