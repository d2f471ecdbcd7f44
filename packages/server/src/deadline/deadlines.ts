import { type Link, LinkedList } from "../list/linked-list.js";

/** Something that waits, and when it expires, in terms of `performance.now()`. */
export interface Deadline {
  readonly waiting: Expiring;
  readonly due: number;
}

/** Something that expires when its time is up. */
export interface Expiring {
  /** Its position in the list of {@link Deadlines} while it waits. */
  deadline?: Link<Deadline> | undefined;
  /**
   * Called once, when the time is up.
   *
   * @param limit - The time limit that has passed, in milliseconds
   */
  expire(limit: number): void;
}

/**
 * Ends everything that takes longer than a limit, which is the same for all.
 *
 * One timer serves everything that waits: an entry that is added later is due later, so only the first one needs to be
 * checked. A timer for each request would cost more than most requests do.
 */
export class Deadlines {
  readonly #limit: number;
  /** The entries in order of their due times. */
  readonly #due = new LinkedList<Deadline>();
  #timer: NodeJS.Timeout | undefined;

  /** @param limit - Maximum time for each, in milliseconds; `0` means no maximum */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param waiting - The entry; if it is added again, it keeps its due time */
  add(waiting: Expiring): void {
    if (this.#limit === 0 || waiting.deadline !== undefined) return;
    waiting.deadline = this.#due.append({ waiting, due: performance.now() + this.#limit });
    if (this.#timer === undefined) this.#wait(this.#limit);
  }

  /** @param waiting - The entry that no longer has to expire */
  remove(waiting: Expiring): void {
    if (waiting.deadline !== undefined) this.#due.remove(waiting.deadline);
    waiting.deadline = undefined;
  }

  /** Sets the timer. It need not keep the process alive, because the open connection of each request does. */
  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#checkExpired(), milliseconds).unref();
  }

  #checkExpired(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (let { first } = this.#due; first !== undefined; { first } = this.#due) {
      const { waiting, due } = first.value;
      if (due > now) {
        this.#wait(due - now);
        return;
      }
      this.remove(waiting);
      waiting.expire(this.#limit);
    }
  }
}
