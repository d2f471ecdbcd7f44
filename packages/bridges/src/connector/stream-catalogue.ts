import type { Stream } from "../specification/stream.js";

/** Milliseconds for which the streams of an account are used before the program lists them again. */
const freshMs = 10 * 60_000;
/** Maximum number of accounts whose streams are remembered. */
const maxAccounts = 100;

interface Remembered {
  readonly streams: readonly Stream[];
  readonly until: number;
}

/** Remembers the streams of accounts for a while, because a program needs seconds to list them. */
export class StreamCatalogue {
  readonly #now: () => number;
  readonly #known = new Map<string, Remembered>();

  /** @param now - Clock in milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * @param account - Key of the account
   * @param list - Lists its streams
   * @returns The streams, the same array for as long as they are remembered
   * @throws Whatever `list` throws
   */
  async find(account: string, list: () => Promise<readonly Stream[]>): Promise<readonly Stream[]> {
    const known = this.#known.get(account);
    if (known !== undefined && this.#now() < known.until) return known.streams;
    const streams = await list();
    this.#known.delete(account);
    this.#known.set(account, { streams, until: this.#now() + freshMs });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxAccounts && oldest !== undefined) this.#known.delete(oldest);
    return streams;
  }
}
