import { type Link, LinkedList } from "../list/linked-list.js";

/** What waits, and until when as `performance.now()`. */
export interface Deadline {
  readonly waiting: Expiring;
  readonly due: number;
}

/** What ends when its time is up. */
export interface Expiring {
  /** Set while it waits. */
  deadline?: Link<Deadline> | undefined;
  /**
   * Called once, when the time is up.
   *
   * @param limit - Milliseconds that are over
   */
  expire(limit: number): void;
}

/**
 * Ends what takes longer than a limit, which is the same for all.
 *
 * One timer serves everything that waits: what is added later is due later, so only the first is ever looked at. A
 * timer for each request would cost more than most requests take.
 */
export class Deadlines {
  readonly #limit: number;
  /** When each is due, the first one first. */
  readonly #due = new LinkedList<Deadline>();
  #timer: NodeJS.Timeout | undefined;

  /** @param limit - Milliseconds each may take; `0` means for ever */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param waiting - What is to end when its time is up; added again, it keeps its time */
  add(waiting: Expiring): void {
    if (this.#limit === 0 || waiting.deadline !== undefined) return;
    waiting.deadline = this.#due.append({ waiting, due: performance.now() + this.#limit });
    if (this.#timer === undefined) this.#wait(this.#limit);
  }

  /** @param waiting - What has ended in time */
  remove(waiting: Expiring): void {
    if (waiting.deadline !== undefined) this.#due.remove(waiting.deadline);
    waiting.deadline = undefined;
  }

  /** The open connection of what waits keeps the process alive, so the timer need not. */
  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#look(), milliseconds).unref();
  }

  #look(): void {
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
