import type { RateBudget } from "@wellhead/sdk";

/** Share of a limit that is reserved for interactive requests. */
export const defaultReserve = 0.1;

/** Number of slots that a window is divided into. */
const slotsPerWindow = 20;

/**
 * Number of slots in which a request counts: those of its window, the one that it is sent in, and one more, because
 * requests do not travel equally fast.
 */
const span = slotsPerWindow + 2;

/** The requests of a slot. */
interface Slot {
  readonly bulk: number;
  readonly people: number;
}

/** A place for a request, and the state of the window with it. */
export interface BookedRequest {
  /** When the request may be sent, in milliseconds. */
  readonly at: number;
  /** The window, for {@link RateWindow}. */
  readonly text: string;
  /** Milliseconds until it says nothing any more. */
  readonly lifetime: number;
}

/**
 * The requests that were sent, or will be, within a budget. It holds for every period of the length of the window,
 * because the upstream may begin its windows at any time, or count the last seconds before each request.
 */
export class RateWindow {
  readonly #budget: RateBudget;
  readonly #slots = new Map<number, Slot>();

  /**
   * @param budget - The budget
   * @param text - The window as {@link RateWindow.book} has returned it. Default: nothing was sent
   */
  constructor(budget: RateBudget, text = "[0]") {
    this.#budget = budget;
    // Only `book` has written the text.
    const [first = 0, ...counts] = JSON.parse(text) as readonly number[];
    for (let index = 0; index < counts.length; index += 2)
      this.#slots.set(first + index / 2, { bulk: counts[index] ?? 0, people: counts[index + 1] ?? 0 });
  }

  /**
   * Finds the earliest time for a request, and adds it.
   *
   * @param now - The current time in milliseconds
   * @param interactive - Whether a person waits; such a request may use the reserve
   * @returns The time, and the window with the request
   */
  book(now: number, interactive: boolean): BookedRequest {
    const length = (this.#budget.seconds * 1000) / slotsPerWindow;
    const current = Math.floor(now / length);
    let slot = current;
    while (!this.#hasRoom(slot, interactive)) slot += 1;
    const { bulk, people } = this.#slots.get(slot) ?? { bulk: 0, people: 0 };
    this.#slots.set(slot, interactive ? { bulk, people: people + 1 } : { bulk: bulk + 1, people });
    const used = [...this.#slots.keys()].filter((one) => one > current - span);
    const [first, last] = [Math.min(...used), Math.max(...used)];
    const counts = Array.from({ length: last - first + 1 }, (_, index) => {
      const one = this.#slots.get(first + index);
      return [one?.bulk ?? 0, one?.people ?? 0];
    });
    return {
      at: Math.max(now, slot * length),
      text: JSON.stringify([first, ...counts.flat()]),
      lifetime: Math.ceil((last + span) * length - now),
    };
  }

  /** Returns whether no period that a slot belongs to is full. Bulk reads never use the reserve. */
  #hasRoom(slot: number, interactive: boolean): boolean {
    const { requests, reserve = defaultReserve } = this.#budget;
    const maxBulk = Math.max(1, Math.floor(requests * (1 - reserve)));
    for (let end = slot; end < slot + span; end += 1) {
      let [bulk, all] = [0, 0];
      for (let index = end - span + 1; index <= end; index += 1) {
        const one = this.#slots.get(index);
        bulk += one?.bulk ?? 0;
        all += (one?.bulk ?? 0) + (one?.people ?? 0);
      }
      if (all >= requests || (!interactive && bulk >= maxBulk)) return false;
    }
    return true;
  }
}
